package tests

// goldenExceptions lists recorded cases that fail, with the reason. Nothing else may fail whose operator has an adapter.
var goldenExceptions = map[string]string{}
