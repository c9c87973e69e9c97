package tests

// programExceptions lists recorded programs that fail, with the reason. Nothing else may fail.
var programExceptions = map[string]string{}
