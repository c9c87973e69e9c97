// Package checkpoint saves a training run and goes on with it later, to the same bits.
//
//	state := checkpoint.State{Model: model, Optimizer: opt, Scheduler: sched, Loader: loader, Step: step}
//	err := checkpoint.Save(ctx, "run.ckpt", state)
//
// and in another process, after making model, optimizer, scheduler and loader as before:
//
//	state := checkpoint.State{Model: model, Optimizer: opt, Scheduler: sched, Loader: loader}
//	err := checkpoint.Load(ctx, "run.ckpt", &state)
//	// training goes on behind step state.Step
//
// # What is saved
//
// The model's parameters and persistent buffers, what optimizer and scheduler remember, the loader's place in its epoch, the places
// of the default random generator and of those given, the step, and tensors and texts of your own. Gradients are not: save
// after a step. Go functions are not either, such as a schedule: make them as before.
//
// # The file
//
// A checkpoint is a safetensors file that any reader of that format can open. Its tensors are named model.NAME, optimizer.NAME
// and extra.NAME; everything else is text in its metadata, by names such as optimizer.param_groups.0.lr, with "format" and
// "version" among them.
//
// # Trust
//
// Load believes no more than package safetensors does. A version that is unknown, and entries that are missing, too many, or of
// another shape or dtype than the objects they are for, are one error that names the file, the entries and what was expected.
// After an error nothing has changed: neither the objects nor the generators.
package checkpoint
