source_filename = "rowmax"

define void @k0(i8** %bufs, i64* %scalars, i64 %lo, i64 %hi) nounwind "warn-stack-size"="15360" {
entry:
	%0 = getelementptr i8*, i8** %bufs, i64 0
	%1 = load i8*, i8** %0
	%buf0 = bitcast i8* %1 to float*
	%2 = getelementptr i8*, i8** %bufs, i64 1
	%3 = load i8*, i8** %2
	%buf1 = bitcast i8* %3 to float*
	%4 = icmp slt i64 %lo, %hi
	br i1 %4, label %tiles1, label %end8

tiles1:
	br label %loop2

loop2:
	%i2 = phi i64 [ %lo, %tiles1 ], [ %79, %done6 ]
	br label %loop3

loop3:
	%i3 = phi i64 [ 0, %loop2 ], [ %32, %loop3 ]
	%v1 = phi <4 x float> [ <float 0xC6293E5940000000, float 0xC6293E5940000000, float 0xC6293E5940000000, float 0xC6293E5940000000>, %loop2 ], [ %v6, %loop3 ]
	%v3 = phi <4 x float> [ <float 0xC6293E5940000000, float 0xC6293E5940000000, float 0xC6293E5940000000, float 0xC6293E5940000000>, %loop2 ], [ %v8, %loop3 ]
	%5 = mul i64 %i2, 16
	%6 = getelementptr float, float* %buf1, i64 %5
	%7 = getelementptr float, float* %6, i64 %i3
	%8 = bitcast float* %7 to <4 x float>*
	%v5 = load <4 x float>, <4 x float>* %8, align 4, !alias.scope !5, !noalias !6
	%9 = fcmp uno <4 x float> %v1, %v5
	%10 = fcmp ogt <4 x float> %v1, %v5
	%11 = select <4 x i1> %10, <4 x float> %v1, <4 x float> %v5
	%12 = fcmp ogt <4 x float> %v5, %v1
	%13 = select <4 x i1> %12, <4 x float> %v5, <4 x float> %v1
	%14 = bitcast <4 x float> %11 to <4 x i32>
	%15 = bitcast <4 x float> %13 to <4 x i32>
	%16 = and <4 x i32> %14, %15
	%17 = bitcast <4 x i32> %16 to <4 x float>
	%v6 = select <4 x i1> %9, <4 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <4 x float> %17
	%18 = mul i64 %i2, 16
	%19 = getelementptr float, float* %buf1, i64 %18
	%20 = getelementptr float, float* %19, i64 %i3
	%21 = getelementptr float, float* %20, i64 4
	%22 = bitcast float* %21 to <4 x float>*
	%v7 = load <4 x float>, <4 x float>* %22, align 4, !alias.scope !5, !noalias !6
	%23 = fcmp uno <4 x float> %v3, %v7
	%24 = fcmp ogt <4 x float> %v3, %v7
	%25 = select <4 x i1> %24, <4 x float> %v3, <4 x float> %v7
	%26 = fcmp ogt <4 x float> %v7, %v3
	%27 = select <4 x i1> %26, <4 x float> %v7, <4 x float> %v3
	%28 = bitcast <4 x float> %25 to <4 x i32>
	%29 = bitcast <4 x float> %27 to <4 x i32>
	%30 = and <4 x i32> %28, %29
	%31 = bitcast <4 x i32> %30 to <4 x float>
	%v8 = select <4 x i1> %23, <4 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <4 x float> %31
	%32 = add nsw i64 %i3, 8
	%33 = icmp slt i64 %32, 16
	br i1 %33, label %loop3, label %done4

done4:
	%34 = fcmp uno <4 x float> %v6, %v8
	%35 = fcmp ogt <4 x float> %v6, %v8
	%36 = select <4 x i1> %35, <4 x float> %v6, <4 x float> %v8
	%37 = fcmp ogt <4 x float> %v8, %v6
	%38 = select <4 x i1> %37, <4 x float> %v8, <4 x float> %v6
	%39 = bitcast <4 x float> %36 to <4 x i32>
	%40 = bitcast <4 x float> %38 to <4 x i32>
	%41 = and <4 x i32> %39, %40
	%42 = bitcast <4 x i32> %41 to <4 x float>
	%v9 = select <4 x i1> %34, <4 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000, float 0x7FF8000000000000>, <4 x float> %42
	%43 = shufflevector <4 x float> %v9, <4 x float> undef, <2 x i32> <i32 0, i32 1>
	%44 = shufflevector <4 x float> %v9, <4 x float> undef, <2 x i32> <i32 2, i32 3>
	%45 = fcmp uno <2 x float> %43, %44
	%46 = fcmp ogt <2 x float> %43, %44
	%47 = select <2 x i1> %46, <2 x float> %43, <2 x float> %44
	%48 = fcmp ogt <2 x float> %44, %43
	%49 = select <2 x i1> %48, <2 x float> %44, <2 x float> %43
	%50 = bitcast <2 x float> %47 to <2 x i32>
	%51 = bitcast <2 x float> %49 to <2 x i32>
	%52 = and <2 x i32> %50, %51
	%53 = bitcast <2 x i32> %52 to <2 x float>
	%54 = select <2 x i1> %45, <2 x float> <float 0x7FF8000000000000, float 0x7FF8000000000000>, <2 x float> %53
	%55 = shufflevector <2 x float> %54, <2 x float> undef, <1 x i32> <i32 0>
	%56 = shufflevector <2 x float> %54, <2 x float> undef, <1 x i32> <i32 1>
	%57 = fcmp uno <1 x float> %55, %56
	%58 = fcmp ogt <1 x float> %55, %56
	%59 = select <1 x i1> %58, <1 x float> %55, <1 x float> %56
	%60 = fcmp ogt <1 x float> %56, %55
	%61 = select <1 x i1> %60, <1 x float> %56, <1 x float> %55
	%62 = bitcast <1 x float> %59 to <1 x i32>
	%63 = bitcast <1 x float> %61 to <1 x i32>
	%64 = and <1 x i32> %62, %63
	%65 = bitcast <1 x i32> %64 to <1 x float>
	%66 = select <1 x i1> %57, <1 x float> <float 0x7FF8000000000000>, <1 x float> %65
	%v10 = extractelement <1 x float> %66, i32 0
	%67 = insertelement <4 x float> undef, float %v10, i32 0
	%68 = shufflevector <4 x float> %67, <4 x float> undef, <4 x i32> zeroinitializer
	br label %loop5

loop5:
	%i5 = phi i64 [ 0, %done4 ], [ %77, %loop5 ]
	%69 = mul i64 %i2, 16
	%70 = getelementptr float, float* %buf1, i64 %69
	%71 = getelementptr float, float* %70, i64 %i5
	%72 = bitcast float* %71 to <4 x float>*
	%v12 = load <4 x float>, <4 x float>* %72, align 4, !alias.scope !5, !noalias !6
	%v13 = fsub <4 x float> %v12, %68
	%73 = mul i64 %i2, 16
	%74 = getelementptr float, float* %buf0, i64 %73
	%75 = getelementptr float, float* %74, i64 %i5
	%76 = bitcast float* %75 to <4 x float>*
	store <4 x float> %v13, <4 x float>* %76, align 4, !alias.scope !3, !noalias !4
	%77 = add nsw i64 %i5, 4
	%78 = icmp slt i64 %77, 16
	br i1 %78, label %loop5, label %done6

done6:
	%79 = add nsw i64 %i2, 1
	%80 = icmp slt i64 %79, %hi
	br i1 %80, label %loop2, label %done7

done7:
	br label %end8

end8:
	ret void
}

!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = distinct !{!2, !0}
!3 = !{!1}
!4 = !{!2}
!5 = !{!2}
!6 = !{!1}
