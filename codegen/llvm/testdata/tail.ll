source_filename = "tail"

define void @k0(i8** %bufs, i64* %scalars, i64 %lo, i64 %hi) nounwind "warn-stack-size"="12288" {
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
	%i2 = phi i64 [ %lo, %tiles1 ], [ %13, %loop2 ]
	%v3 = mul i64 %i2, 4
	%5 = insertelement <4 x i64> undef, i64 %v3, i32 0
	%6 = shufflevector <4 x i64> %5, <4 x i64> undef, <4 x i32> zeroinitializer
	%v6 = add <4 x i64> %6, <i64 0, i64 1, i64 2, i64 3>
	%v7 = icmp slt <4 x i64> %v6, <i64 7, i64 7, i64 7, i64 7>
	%7 = mul i64 %i2, 4
	%8 = getelementptr i16, i16* %buf1, i64 %7
	%9 = bitcast i16* %8 to <4 x i16>*
	%v8 = call <4 x i16> @llvm.masked.load.v4i16.p0v4i16(<4 x i16>* %9, i32 2, <4 x i1> %v7, <4 x i16> zeroinitializer), !alias.scope !5, !noalias !6
	%10 = mul i64 %i2, 4
	%11 = getelementptr i16, i16* %buf0, i64 %10
	%12 = bitcast i16* %11 to <4 x i16>*
	call void @llvm.masked.store.v4i16.p0v4i16(<4 x i16> %v8, <4 x i16>* %12, i32 2, <4 x i1> %v7), !alias.scope !3, !noalias !4
	%13 = add nsw i64 %i2, 1
	%14 = icmp slt i64 %13, %hi
	br i1 %14, label %loop2, label %done3

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
