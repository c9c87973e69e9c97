// Loops fused by hand, as a programmer would write them who has one machine and this one thing to compute: gcc vectorizes them
// (with glibc's vector exp and tanh), OpenMP shares them out, the buffers are kept and lie in huge pages.
//
//	gcc -O3 -march=native -mprefer-vector-width=512 -ffast-math -fopenmp fused.c -lm -o build/fused
//	build/fused THREADS WORKLOAD
#define _GNU_SOURCE
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ROWS = 4096, COLS = 4096, NORM = 1024 };
#define N ((long)ROWS * COLS)
#define SHARED _Pragma("omp parallel for schedule(static)")

static float *a, *b, *c, *d, *out;

static void chain(void) {
#pragma omp parallel for simd schedule(static)
	for (long i = 0; i < N; i++) {
		float t = a[i] * b[i] + c[i];
		out[i] = (t > 0 ? t : 0) * expf(-d[i]) + tanhf(a[i]);
	}
}

static void softmax(void) {
	SHARED for (int r = 0; r < ROWS; r++) {
		const float *x = a + (long)r * COLS;
		float *y = out + (long)r * COLS, top = -INFINITY, sum = 0;
		for (int i = 0; i < COLS; i++)
			top = x[i] > top ? x[i] : top;
		for (int i = 0; i < COLS; i++)
			sum += y[i] = expf(x[i] - top);
		sum = 1 / sum;
		for (int i = 0; i < COLS; i++)
			y[i] *= sum;
	}
}

static void layernorm(void) {
	SHARED for (int r = 0; r < ROWS; r++) {
		const float *x = a + (long)r * NORM;
		float *y = out + (long)r * NORM, mean = 0, spread = 0;
		for (int i = 0; i < NORM; i++)
			mean += x[i];
		mean /= NORM;
		for (int i = 0; i < NORM; i++)
			spread += (x[i] - mean) * (x[i] - mean);
		spread = 1 / sqrtf(spread / NORM + 1e-5f);
		for (int i = 0; i < NORM; i++)
			y[i] = (x[i] - mean) * spread * b[i] + c[i];
	}
}

static float row_sum(const float *x, int n) {
	float sum = 0;
	for (int i = 0; i < n; i++)
		sum += x[i];
	return sum;
}

static void sum_all(void) {
	float sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
	for (int r = 0; r < ROWS; r++)
		sum += row_sum(a + (long)r * COLS, COLS);
	out[0] = sum;
}

static void sum_axis1(void) {
	SHARED for (int r = 0; r < ROWS; r++) out[r] = row_sum(a + (long)r * COLS, COLS);
}

// sum_axis0 adds whole rows, each thread its own, and then the threads' sums.
static void sum_axis0(void) {
	memset(out, 0, COLS * sizeof *out);
#pragma omp parallel for schedule(static) reduction(+ : out[:COLS])
	for (int r = 0; r < ROWS; r += 4) {
		const float *x = a + (long)r * COLS;
		for (int i = 0; i < COLS; i++)
			out[i] += (x[i] + x[i + COLS]) + (x[i + 2 * COLS] + x[i + 3 * COLS]);
	}
}

static const struct { const char *name; void (*run)(void); } workloads[] = {
	{"b_chain", chain}, {"c_softmax", softmax}, {"d_layernorm", layernorm},
	{"e_sum_all", sum_all}, {"e_sum_axis0", sum_axis0}, {"e_sum_axis1", sum_axis1},
};

static float *numbers(unsigned seed) {
	float *x = aligned_alloc(2 << 20, N * sizeof *x);
	if (!x) {
		perror("fused");
		exit(1);
	}
	madvise(x, N * sizeof *x, MADV_HUGEPAGE);
	for (long i = 0; i < N; i++) {
		seed = seed * 1664525 + 1013904223;
		x[i] = (float)(seed >> 8) / (1 << 23) - 1;
	}
	return x;
}

static int ascending(const void *x, const void *y) {
	double p = *(const double *)x, q = *(const double *)y;
	return (p > q) - (p < q);
}

enum { MAX = 10000 };

// measure runs until it is warm, then for two seconds and at least ten times.
static void measure(const char *name, int threads, void (*run)(void)) {
	static double times[MAX];
	double start = omp_get_wtime();
	do
		run();
	while (omp_get_wtime() - start < 0.3);
	int n = 0;
	for (start = omp_get_wtime(); n < 10 || (n < MAX && omp_get_wtime() - start < 2); n++) {
		double begin = omp_get_wtime();
		run();
		times[n] = omp_get_wtime() - begin;
	}
	qsort(times, n, sizeof *times, ascending);
	printf("{\"peer\":\"fused-c\",\"workload\":\"%s\",\"threads\":%d,\"median_s\":%.6g,\"min_s\":%.6g,\"runs\":%d}\n",
	       name, threads, (times[(n - 1) / 2] + times[n / 2]) / 2, times[0], n);
}

int main(int n, char **args) {
	if (n != 3) {
		fprintf(stderr, "usage: fused THREADS WORKLOAD\n");
		return 1;
	}
	omp_set_num_threads(atoi(args[1]));
	for (unsigned w = 0; w < sizeof workloads / sizeof *workloads; w++)
		if (!strcmp(workloads[w].name, args[2])) {
			a = numbers(1), b = numbers(2), c = numbers(3), d = numbers(4), out = numbers(5);
			measure(args[2], atoi(args[1]), workloads[w].run);
		}
}
