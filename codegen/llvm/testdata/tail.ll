source_filename = "tail"

define void @k0(i8** %bufs, i64* %scalars, i64 %lo, i64 %hi) nounwind "warn-stack-size"="15360" {
entry:
	%0 = getelementptr i8*, i8** %bufs, i64 0
	%1 = load i8*, i8** %0
	%buf0 = bitcast i8* %1 to i16*
	%2 = getelementptr i8*, i8** %bufs, i64 1
	%3 = load i8*, i8** %2
	%buf1 = bitcast i8* %3 to i16*
	%4 = icmp slt i64 %lo, %hi
	br i1 %4, label %tiles1, label %end4

tiles1:
	br label %loop2

loop2:
	%i2 = phi i64 [ %lo, %tiles1 ], [ %14, %loop2 ]
	%v3 = mul i64 %i2, 4
	%5 = trunc i64 %v3 to i32
	%6 = insertelement <4 x i32> undef, i32 %5, i32 0
	%7 = shufflevector <4 x i32> %6, <4 x i32> undef, <4 x i32> zeroinitializer
	%v6 = add <4 x i32> %7, <i32 0, i32 1, i32 2, i32 3>
	%v7 = icmp slt <4 x i32> %v6, <i32 7, i32 7, i32 7, i32 7>
	%8 = mul i64 %i2, 4
	%9 = getelementptr i16, i16* %buf1, i64 %8
	%10 = bitcast i16* %9 to <4 x i16>*
	%v8 = call <4 x i16> @llvm.masked.load.v4i16.p0v4i16(<4 x i16>* %10, i32 2, <4 x i1> %v7, <4 x i16> zeroinitializer), !alias.scope !5, !noalias !6
	%11 = mul i64 %i2, 4
	%12 = getelementptr i16, i16* %buf0, i64 %11
	%13 = bitcast i16* %12 to <4 x i16>*
	call void @llvm.masked.store.v4i16.p0v4i16(<4 x i16> %v8, <4 x i16>* %13, i32 2, <4 x i1> %v7), !alias.scope !3, !noalias !4
	%14 = add nsw i64 %i2, 1
	%15 = icmp slt i64 %14, %hi
	br i1 %15, label %loop2, label %done3

done3:
	br label %end4

end4:
	ret void
}

declare <4 x i16> @llvm.masked.load.v4i16.p0v4i16(<4 x i16>* %0, i32 %1, <4 x i1> %2, <4 x i16> %3)

declare void @llvm.masked.store.v4i16.p0v4i16(<4 x i16> %0, <4 x i16>* %1, i32 %2, <4 x i1> %3)

!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = distinct !{!2, !0}
!3 = !{!1}
!4 = !{!2}
!5 = !{!2}
!6 = !{!1}
