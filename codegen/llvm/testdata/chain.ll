source_filename = "chain"

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
	%6 = getelementptr i8*, i8** %bufs, i64 3
	%7 = load i8*, i8** %6
	%buf3 = bitcast i8* %7 to float*
	%8 = icmp slt i64 %lo, %hi
	br i1 %8, label %tiles1, label %end4

tiles1:
	br label %loop2

loop2:
	%i2 = phi i64 [ %lo, %tiles1 ], [ %77, %loop2 ]
	%9 = mul i64 %i2, 16
	%10 = getelementptr float, float* %buf1, i64 %9
	%11 = bitcast float* %10 to <4 x float>*
	%v1 = load <4 x float>, <4 x float>* %11, align 64, !alias.scope !7, !noalias !8
	%12 = mul i64 %i2, 16
	%13 = getelementptr float, float* %buf2, i64 %12
	%14 = bitcast float* %13 to <4 x float>*
	%v2 = load <4 x float>, <4 x float>* %14, align 64, !alias.scope !9, !noalias !10
	%v3 = fmul <4 x float> %v1, %v2
	%15 = mul i64 %i2, 16
	%16 = getelementptr float, float* %buf3, i64 %15
	%17 = bitcast float* %16 to <4 x float>*
	%v4 = load <4 x float>, <4 x float>* %17, align 64, !alias.scope !11, !noalias !12
	%v5 = fadd <4 x float> %v3, %v4
	%18 = fcmp ogt <4 x float> <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>, %v5
	%19 = select <4 x i1> %18, <4 x float> <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>, <4 x float> %v5
	%v6 = fadd <4 x float> %19, <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>
	%20 = mul i64 %i2, 16
	%21 = getelementptr float, float* %buf0, i64 %20
	%22 = bitcast float* %21 to <4 x float>*
	store <4 x float> %v6, <4 x float>* %22, align 64, !alias.scope !5, !noalias !6
	%23 = mul i64 %i2, 16
	%24 = getelementptr float, float* %buf1, i64 %23
	%25 = getelementptr float, float* %24, i64 4
	%26 = bitcast float* %25 to <4 x float>*
	%v7 = load <4 x float>, <4 x float>* %26, align 16, !alias.scope !7, !noalias !8
	%27 = mul i64 %i2, 16
	%28 = getelementptr float, float* %buf2, i64 %27
	%29 = getelementptr float, float* %28, i64 4
	%30 = bitcast float* %29 to <4 x float>*
	%v8 = load <4 x float>, <4 x float>* %30, align 16, !alias.scope !9, !noalias !10
	%v9 = fmul <4 x float> %v7, %v8
	%31 = mul i64 %i2, 16
	%32 = getelementptr float, float* %buf3, i64 %31
	%33 = getelementptr float, float* %32, i64 4
	%34 = bitcast float* %33 to <4 x float>*
	%v10 = load <4 x float>, <4 x float>* %34, align 16, !alias.scope !11, !noalias !12
	%v11 = fadd <4 x float> %v9, %v10
	%35 = fcmp ogt <4 x float> <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>, %v11
	%36 = select <4 x i1> %35, <4 x float> <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>, <4 x float> %v11
	%v12 = fadd <4 x float> %36, <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>
	%37 = mul i64 %i2, 16
	%38 = getelementptr float, float* %buf0, i64 %37
	%39 = getelementptr float, float* %38, i64 4
	%40 = bitcast float* %39 to <4 x float>*
	store <4 x float> %v12, <4 x float>* %40, align 16, !alias.scope !5, !noalias !6
	%41 = mul i64 %i2, 16
	%42 = getelementptr float, float* %buf1, i64 %41
	%43 = getelementptr float, float* %42, i64 8
	%44 = bitcast float* %43 to <4 x float>*
	%v13 = load <4 x float>, <4 x float>* %44, align 32, !alias.scope !7, !noalias !8
	%45 = mul i64 %i2, 16
	%46 = getelementptr float, float* %buf2, i64 %45
	%47 = getelementptr float, float* %46, i64 8
	%48 = bitcast float* %47 to <4 x float>*
	%v14 = load <4 x float>, <4 x float>* %48, align 32, !alias.scope !9, !noalias !10
	%v15 = fmul <4 x float> %v13, %v14
	%49 = mul i64 %i2, 16
	%50 = getelementptr float, float* %buf3, i64 %49
	%51 = getelementptr float, float* %50, i64 8
	%52 = bitcast float* %51 to <4 x float>*
	%v16 = load <4 x float>, <4 x float>* %52, align 32, !alias.scope !11, !noalias !12
	%v17 = fadd <4 x float> %v15, %v16
	%53 = fcmp ogt <4 x float> <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>, %v17
	%54 = select <4 x i1> %53, <4 x float> <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>, <4 x float> %v17
	%v18 = fadd <4 x float> %54, <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>
	%55 = mul i64 %i2, 16
	%56 = getelementptr float, float* %buf0, i64 %55
	%57 = getelementptr float, float* %56, i64 8
	%58 = bitcast float* %57 to <4 x float>*
	store <4 x float> %v18, <4 x float>* %58, align 32, !alias.scope !5, !noalias !6
	%59 = mul i64 %i2, 16
	%60 = getelementptr float, float* %buf1, i64 %59
	%61 = getelementptr float, float* %60, i64 12
	%62 = bitcast float* %61 to <4 x float>*
	%v19 = load <4 x float>, <4 x float>* %62, align 16, !alias.scope !7, !noalias !8
	%63 = mul i64 %i2, 16
	%64 = getelementptr float, float* %buf2, i64 %63
	%65 = getelementptr float, float* %64, i64 12
	%66 = bitcast float* %65 to <4 x float>*
	%v20 = load <4 x float>, <4 x float>* %66, align 16, !alias.scope !9, !noalias !10
	%v21 = fmul <4 x float> %v19, %v20
	%67 = mul i64 %i2, 16
	%68 = getelementptr float, float* %buf3, i64 %67
	%69 = getelementptr float, float* %68, i64 12
	%70 = bitcast float* %69 to <4 x float>*
	%v22 = load <4 x float>, <4 x float>* %70, align 16, !alias.scope !11, !noalias !12
	%v23 = fadd <4 x float> %v21, %v22
	%71 = fcmp ogt <4 x float> <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>, %v23
	%72 = select <4 x i1> %71, <4 x float> <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>, <4 x float> %v23
	%v24 = fadd <4 x float> %72, <float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000, float 0x0000000000000000>
	%73 = mul i64 %i2, 16
	%74 = getelementptr float, float* %buf0, i64 %73
	%75 = getelementptr float, float* %74, i64 12
	%76 = bitcast float* %75 to <4 x float>*
	store <4 x float> %v24, <4 x float>* %76, align 16, !alias.scope !5, !noalias !6
	%77 = add nsw i64 %i2, 1
	%78 = icmp slt i64 %77, %hi
	br i1 %78, label %loop2, label %done3

done3:
	br label %end4

end4:
	ret void
}

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
