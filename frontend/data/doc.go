// Package data reads data sets from files and hands them out in shuffled batches.
//
// Two formats are read, plain or compressed with gzip: idx, in which MNIST and its successors come, and csv. Readers
// trust nothing that a file says of itself: memory grows with the bytes that really arrive, never with a count in a
// header, and an error names the file and the offset or line.
package data
