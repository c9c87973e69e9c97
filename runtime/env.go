package runtime

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"weft/lazy"
)

// Config is what the environment asks for. It is read once, before the first device is opened.
type Config struct {
	Device  string // WEFT_DEVICE: the default device, "" = goasm where it runs, else interp
	Threads int    // WEFT_THREADS: threads a kernel may use, 0 = GOMAXPROCS
	Cache   string // WEFT_CACHE: folder of compiled objects, "" = the user's cache folder, "off" = none
	Memory  int64  // WEFT_MEMORY: most bytes of buffers, 0 = what the machine and its cgroup allow
	ISA     string // WEFT_ISA: the instruction set that code is made for, "" = the best one
	// Search is WEFT_SEARCH: alternatives to the model's choices are measured; Budget is WEFT_SEARCH_BUDGET, the time for a kernel.
	Search bool
	Budget time.Duration

	Profile bool     // WEFT_PROFILE: CPU profiles tell kernels apart
	Fuse    bool     // WEFT_FUSE: false puts a buffer after every other elementwise operation and reduction
	Require []string // WEFT_REQUIRE: back ends whose absence is a failure
	Debug   Debug    // DEBUG
	NoColor bool     // NO_COLOR
}

// Variable is one row of the table of environment variables.
type Variable struct {
	Name    string
	Default string
	Doc     string
	parse   func(c *Config, text string) error
}

// Variables is the table of everything the runtime reads from the environment, in the order `weft env` prints it.
var Variables = []Variable{
	{"WEFT_DEVICE", "cpu:goasm where it runs, else cpu:interp", "default device: cpu:goasm, cpu:llvm or cpu:interp, perhaps with an instruction set: cpu:goasm:avx2", parseDevice},
	{"WEFT_THREADS", "GOMAXPROCS", "threads a kernel may use, at least 1", parseThreads},
	{"WEFT_CACHE", "user cache folder", "folder that compiled objects and schedules are kept in; off keeps none", parseCache},
	{"WEFT_MEMORY", "what is available", "most bytes of buffers, such as 512M or 4G", parseMemory},
	{"WEFT_ISA", "best", "instruction set that code is made for: avx512, avx2, generic (4 lanes) or scalar (one)", parseISA},
	{"WEFT_FUSE", "1", "0 puts a buffer after every other elementwise operation and reduction", parseFuse},
	{"WEFT_SEARCH", "0", "1 measures alternatives to the model's choice for each kernel at its first launch and keeps winners in the cache", parseSearch},
	{"WEFT_SEARCH_BUDGET", "1s", "time for the search of one kernel, such as 300ms", parseSearchBudget},
	{"WEFT_PROFILE", "0", "1 labels samples of CPU profiles with the kernel that ran", parseProfile},
	{"WEFT_REQUIRE", "none", "comma-separated back ends (interp, llvm, goasm) whose absence is a failure", parseRequire},
	{"WEFT_LLVM", "searched for", "libLLVM to open, by file name or soname", parseElsewhere},
	{"DEBUG", "0", "1 to 7, with an optional filter on kernel names or source lines: DEBUG=4:softmax", parseDebug},
	{"NO_COLOR", "unset", "any value turns colours off", parseNoColor},
}

// ParseEnv reads the table's variables through lookup. The first value that makes no sense is the error.
func ParseEnv(lookup func(string) (string, bool)) (*Config, error) {
	c := &Config{Fuse: true}
	for _, v := range Variables {
		text, set := lookup(v.Name)
		if !set || text == "" {
			continue
		}
		if err := v.parse(c, text); err != nil {
			return c, fail(lazy.ErrValue, v.Name, v.Doc, "%q %v", text, err)
		}
	}
	return c, nil
}

// env is read once; a mistake is printed once and returned by every call that needs a device.
var env = sync.OnceValues(func() (*Config, error) {
	c, err := ParseEnv(os.LookupEnv)
	if err != nil {
		printLine(os.Stderr, "weft: "+err.Error())
	}
	return c, err
})

// unknownVariables are those that look like ours and are not in the table: most likely misspelt. Tests have some of their own.
func unknownVariables(environ []string) []string {
	var unknown []string
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		known := slices.ContainsFunc(Variables, func(v Variable) bool { return v.Name == name })
		test := slices.ContainsFunc(testVariables, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
		if strings.HasPrefix(name, "WEFT_") && !known && !test {
			unknown = append(unknown, name)
		}
	}
	return unknown
}

// testVariables begin the names of what tests read.
var testVariables = []string{"WEFT_GOLDEN", "WEFT_CASES", "WEFT_LONG", "WEFT_TEST"}

// Env is the process's configuration, or the reason why it makes no sense. The configuration is usable either way.
func Env() (*Config, error) { return env() }

// config is Env where a mistake has been reported already.
func config() *Config {
	c, _ := env()
	return c
}

// threads is the number of threads that a configuration asks for.
func (c *Config) threads() int {
	if c.Threads > 0 {
		return c.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// searchBudget is the time for the search of one kernel.
func (c *Config) searchBudget() time.Duration {
	if c.Budget > 0 {
		return c.Budget
	}
	return searchBudget
}
