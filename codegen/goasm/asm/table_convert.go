package asm

var convertRows = []row{}
