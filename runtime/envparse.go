package runtime

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxThreads bounds WEFT_THREADS: far above any machine, far below what would exhaust memory.
const maxThreads = 4096

// backendNames are the back ends that may be asked for by name, linked or not.
var backendNames = []string{"interp", "llvm", "goasm"}

func parseDevice(c *Config, text string) error {
	kind, backend, ok := strings.Cut(text, ":")
	if kind != "cpu" || !ok || backend == "" {
		return errors.New("is no device name")
	}
	c.Device = text
	return nil
}

func parseThreads(c *Config, text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxThreads {
		return fmt.Errorf("is no number of threads from 1 to %d", maxThreads)
	}
	c.Threads = n
	return nil
}

func parseCache(c *Config, text string) error {
	c.Cache = text
	return nil
}

func parseMemory(c *Config, text string) (err error) {
	c.Memory, err = ParseBytes(text)
	return err
}

func parseISA(c *Config, text string) error {
	c.ISA = text
	return knownISA(text)
}

func parseFuse(c *Config, text string) (err error) {
	c.Fuse, err = parseSwitch(text)
	return err
}

func parseProfile(c *Config, text string) (err error) {
	c.Profile, err = parseSwitch(text)
	return err
}

func parseSearch(c *Config, text string) (err error) {
	c.Search, err = parseSwitch(text)
	return err
}

func parseSearchBudget(c *Config, text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return errors.New("is no time, such as 300ms")
	}
	c.Budget = d
	return nil
}

// parseElsewhere stands for variables that another package reads; they are in the table for its readers.
func parseElsewhere(*Config, string) error { return nil }

func parseNoColor(c *Config, _ string) error {
	c.NoColor = true
	return nil
}

func parseRequire(c *Config, text string) error {
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if !slices.Contains(backendNames, name) {
			return fmt.Errorf("names %q, which is no back end", name)
		}
		c.Require = append(c.Require, name)
	}
	return nil
}

func parseSwitch(text string) (bool, error) {
	switch text {
	case "0":
		return false, nil
	case "1":
		return true, nil
	}
	return false, errors.New("is neither 0 nor 1")
}

var byteUnits = []struct {
	suffix string
	shift  uint
}{{"K", 10}, {"M", 20}, {"G", 30}, {"T", 40}}

// ParseBytes reads a number of bytes such as 1048576, 512M, 4G or 4GiB; units are powers of 1024.
func ParseBytes(text string) (int64, error) {
	wrong := errors.New("is no number of bytes")
	s := strings.ToUpper(strings.TrimSpace(text))
	s = strings.TrimSuffix(strings.TrimSuffix(s, "B"), "I")
	shift := uint(0)
	for _, u := range byteUnits {
		if t, ok := strings.CutSuffix(s, u.suffix); ok {
			s, shift = t, u.shift
			break
		}
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || n != n || n <= 0 || n*float64(uint64(1)<<shift) > math.MaxInt64/2 {
		return 0, wrong
	}
	return int64(n * float64(uint64(1)<<shift)), nil
}
