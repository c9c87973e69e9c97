source_filename = "matmul"

define void @k0(i8** %bufs, i64* %scalars, i64 %lo, i64 %hi) nounwind "warn-stack-size"="15360" {
entry:
	%0 = getelementptr i8*, i8** %bufs, i64 0
	%1 = load i8*, i8** %0
	%buf0 = bitcast i8* %1 to float*
	%2 = getelementptr i8*, i8** %bufs, i64 1
	%3 = load i8*, i8** %2
	%buf1 = bitcast i8* %3 to float*
	%4 = getelementptr i8*, i8** %bufs, i64 2
	%5 = load i8*, i8** %4
	%buf2 = bitcast i8* %5 to float*
	%6 = icmp slt i64 %lo, %hi
	br i1 %6, label %tiles1, label %end8

tiles1:
	br label %loop2

loop2:
	%i2 = phi i64 [ %lo, %tiles1 ], [ %38, %done6 ]
	br label %loop3

loop3:
	%i3 = phi i64 [ 0, %loop2 ], [ %36, %done5 ]
	br label %loop4

loop4:
	%i4 = phi i64 [ 0, %loop3 ], [ %23, %loop4 ]
	%v1 = phi <4 x float> [ <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>, %loop3 ], [ %v8, %loop4 ]
	%v3 = phi <4 x float> [ <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>, %loop3 ], [ %v11, %loop4 ]
	%7 = mul i64 %i3, 4
	%8 = getelementptr float, float* %buf2, i64 %7
	%9 = mul i64 %i4, 8
	%10 = getelementptr float, float* %8, i64 %9
	%11 = bitcast float* %10 to <4 x float>*
	%v5 = load <4 x float>, <4 x float>* %11, align 16, !alias.scope !8, !noalias !9
	%12 = mul i64 %i2, 6
	%13 = getelementptr float, float* %buf1, i64 %12
	%14 = getelementptr float, float* %13, i64 %i4
	%v6 = load float, float* %14, align 4, !alias.scope !6, !noalias !7
	%15 = insertelement <4 x float> undef, float %v6, i32 0
	%16 = shufflevector <4 x float> %15, <4 x float> undef, <4 x i32> zeroinitializer
	%v8 = call <4 x float> @llvm.fma.v4f32(<4 x float> %16, <4 x float> %v5, <4 x float> %v1)
	%17 = mul i64 %i2, 6
	%18 = getelementptr float, float* %buf1, i64 %17
	%19 = getelementptr float, float* %18, i64 %i4
	%20 = getelementptr float, float* %19, i64 3
	%v9 = load float, float* %20, align 4, !alias.scope !6, !noalias !7
	%21 = insertelement <4 x float> undef, float %v9, i32 0
	%22 = shufflevector <4 x float> %21, <4 x float> undef, <4 x i32> zeroinitializer
	%v11 = call <4 x float> @llvm.fma.v4f32(<4 x float> %22, <4 x float> %v5, <4 x float> %v3)
	%23 = add nsw i64 %i4, 1
	%24 = icmp slt i64 %23, 3
	br i1 %24, label %loop4, label %done5

done5:
	%25 = mul i64 %i2, 16
	%26 = getelementptr float, float* %buf0, i64 %25
	%27 = mul i64 %i3, 4
	%28 = getelementptr float, float* %26, i64 %27
	%29 = bitcast float* %28 to <4 x float>*
	store <4 x float> %v8, <4 x float>* %29, align 16, !alias.scope !4, !noalias !5
	%30 = mul i64 %i2, 16
	%31 = getelementptr float, float* %buf0, i64 %30
	%32 = mul i64 %i3, 4
	%33 = getelementptr float, float* %31, i64 %32
	%34 = getelementptr float, float* %33, i64 8
	%35 = bitcast float* %34 to <4 x float>*
	store <4 x float> %v11, <4 x float>* %35, align 16, !alias.scope !4, !noalias !5
	%36 = add nsw i64 %i3, 1
	%37 = icmp slt i64 %36, 2
	br i1 %37, label %loop3, label %done6

done6:
	%38 = add nsw i64 %i2, 1
	%39 = icmp slt i64 %38, %hi
	br i1 %39, label %loop2, label %done7

done7:
	br label %end8

end8:
	ret void
}

declare <4 x float> @llvm.fma.v4f32(<4 x float> %0, <4 x float> %1, <4 x float> %2)

!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = distinct !{!2, !0}
!3 = distinct !{!3, !0}
!4 = !{!1}
!5 = !{!2, !3}
!6 = !{!2}
!7 = !{!1, !3}
!8 = !{!3}
!9 = !{!1, !2}
