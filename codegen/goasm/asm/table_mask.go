package asm

var maskRows = []row{}
