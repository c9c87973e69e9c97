// Package files is what the readers and writers of file formats share: errors that name the place in a file, lengths checked
// before memory is asked for, reading that obeys a context, and writing that leaves a whole file or none.
package files
