package asm

var shiftRows = []row{}
