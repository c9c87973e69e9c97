package main

import "context"

// The numbers of the lesson: all three ways give them.
func Example() {
	if err := run(context.Background(), 2); err != nil {
		panic(err)
	}
	// Output:
}
