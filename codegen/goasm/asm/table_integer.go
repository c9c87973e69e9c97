package asm

var integerRows = []row{}
