package asm

var shuffleRows = []row{}
