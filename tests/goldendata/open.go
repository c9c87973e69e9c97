package goldendata

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Open gives the recorded answers as a file system: index.json, ops/ and programs/.
func Open() (fs.FS, error) {
	if dir := os.Getenv("WEFT_GOLDEN"); dir != "" {
		return os.DirFS(dir), nil
	}
	path, err := testdata("golden.zip")
	if err != nil {
		return nil, err
	}
	z, err := zip.OpenReader(path)
	if err != nil {
		return nil, fmt.Errorf("golden answers %s: %w", path, err)
	}
	return z, nil
}

// Cases gives the bytes of the cases file.
func Cases() ([]byte, error) {
	if path := os.Getenv("WEFT_CASES"); path != "" {
		return os.ReadFile(path)
	}
	path, err := testdata("cases.json")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// Read decodes one JSON file of the answers.
func Read(answers fs.FS, name string, into any) error {
	b, err := fs.ReadFile(answers, name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, into); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// testdata finds a file of tests/testdata from any package of the module.
func testdata(name string) (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "tests", "testdata", name), nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("tests/testdata: no go.mod above the working directory")
		}
		dir = up
	}
}
