source_filename = "lookup"

define void @k0(i8** %bufs, i64* %scalars, i64 %lo, i64 %hi) nounwind "warn-stack-size"="15360" {
entry:
	%0 = getelementptr i8*, i8** %bufs, i64 0
	%1 = load i8*, i8** %0
	%buf0 = bitcast i8* %1 to float*
	%2 = getelementptr i8*, i8** %bufs, i64 1
	%3 = load i8*, i8** %2
	%buf1 = bitcast i8* %3 to i32*
	%4 = getelementptr i8*, i8** %bufs, i64 2
	%5 = load i8*, i8** %4
	%buf2 = bitcast i8* %5 to float*
	%6 = getelementptr i8*, i8** %bufs, i64 3
	%7 = load i8*, i8** %6
	%buf3 = bitcast i8* %7 to i64*
	%8 = icmp slt i64 %lo, %hi
	br i1 %8, label %tiles1, label %end6

tiles1:
	br label %loop2

loop2:
	%i2 = phi i64 [ %lo, %tiles1 ], [ %24, %join4 ]
	%9 = mul i64 %i2, 4
	%10 = getelementptr i32, i32* %buf1, i64 %9
	%11 = bitcast i32* %10 to <4 x i32>*
	%v2 = load <4 x i32>, <4 x i32>* %11, align 16, !alias.scope !7, !noalias !8
	%12 = icmp sgt <4 x i32> %v2, zeroinitializer
	%v4 = select <4 x i1> %12, <4 x i32> %v2, <4 x i32> zeroinitializer
	%13 = icmp slt <4 x i32> %v4, <i32 9, i32 9, i32 9, i32 9>
	%v5 = select <4 x i1> %13, <4 x i32> %v4, <4 x i32> <i32 9, i32 9, i32 9, i32 9>
	%v7 = and <4 x i32> %v5, <i32 1, i32 1, i32 1, i32 1>
	%v8 = icmp ne <4 x i32> %v7, zeroinitializer
	%14 = sext <4 x i32> %v5 to <4 x i64>
	%15 = trunc <4 x i64> %14 to <4 x i32>
	%16 = getelementptr float, float* %buf2, <4 x i32> %15
	%v9 = call <4 x float> @llvm.masked.gather.v4f32.v4p0f32(<4 x float*> %16, i32 4, <4 x i1> %v8, <4 x float> <float 0xBFF0000000000000, float 0xBFF0000000000000, float 0xBFF0000000000000, float 0xBFF0000000000000>), !alias.scope !9, !noalias !10
	%17 = mul i64 %i2, 4
	%18 = getelementptr float, float* %buf0, i64 %17
	%19 = bitcast float* %18 to <4 x float>*
	store <4 x float> %v9, <4 x float>* %19, align 16, !alias.scope !5, !noalias !6
	%20 = bitcast <4 x i1> %v8 to i4
	%21 = icmp ne i4 %20, 0
	br i1 %21, label %then3, label %join4

then3:
	%22 = load i64, i64* %buf3, align 64, !alias.scope !11, !noalias !12
	%23 = add i64 %22, 1
	store i64 %23, i64* %buf3, align 64, !alias.scope !11, !noalias !12
	br label %join4

join4:
	%24 = add nsw i64 %i2, 1
	%25 = icmp slt i64 %24, %hi
	br i1 %25, label %loop2, label %done5

done5:
	br label %end6

end6:
	ret void
}

declare <4 x float> @llvm.masked.gather.v4f32.v4p0f32(<4 x float*> %0, i32 %1, <4 x i1> %2, <4 x float> %3)

!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = distinct !{!2, !0}
!3 = distinct !{!3, !0}
!4 = distinct !{!4, !0}
!5 = !{!1}
!6 = !{!2, !3, !4}
!7 = !{!2}
!8 = !{!1, !3, !4}
!9 = !{!3}
!10 = !{!1, !2, !4}
!11 = !{!4}
!12 = !{!1, !2, !3}
