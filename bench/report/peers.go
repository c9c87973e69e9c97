package report

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// peer is another program that is measured on the same workloads: Command is called with a number of threads and the name of
// a workload, and prints a line of JSON with the figures, or nothing for a workload that it does not know.
type peer struct {
	Name    string            `json:"name"`
	Command []string          `json:"command"`
	Env     map[string]string `json:"env"`
	// Workloads are the prefixes of those it is called for.
	Workloads []string `json:"workloads"`
	folder    string
}

// readPeers reads a list of peers; their commands run in the folder of the file.
func readPeers(path string) ([]peer, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var peers []peer
	if err := json.Unmarshal(data, &peers); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for n := range peers {
		if peers[n].Name == "" || len(peers[n].Command) == 0 {
			return nil, fmt.Errorf("%s: peer %d has no name or no command", path, n)
		}
		peers[n].folder = filepath.Dir(path)
	}
	return peers, nil
}

func (p *peer) knows(workload string) bool {
	return slices.ContainsFunc(p.Workloads, func(prefix string) bool { return strings.HasPrefix(workload, prefix) })
}

// measure runs the peer. It returns nil where the peer prints no figure.
func (p *peer) measure(ctx context.Context, workload string, threads int) (*line, error) {
	args := append(slices.Clone(p.Command[1:]), strconv.Itoa(threads), workload)
	c := exec.CommandContext(ctx, p.Command[0], args...)
	c.Dir, c.Env = p.folder, os.Environ()
	for k, v := range p.Env {
		c.Env = append(c.Env, k+"="+os.ExpandEnv(v))
	}
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%s: %w: %s", p.Name, err, lastLine(errs.String()))
	}
	var l line
	if len(bytes.TrimSpace(out.Bytes())) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(out.Bytes(), &l); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Name, err)
	}
	if l.Median <= 0 {
		return nil, fmt.Errorf("%s: a time of %v", p.Name, l.Median)
	}
	l.Peer, l.Workload, l.Threads = p.Name, workload, threads
	return &l, nil
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}

// peerFigures asks every peer that knows the workload, the fastest first. A peer that cannot run is told to the log once and
// left out: a machine need not have them all.
func (t *table) peerFigures(ctx context.Context, workload string, threads int) []line {
	var found []line
	for n := range t.peers {
		p := &t.peers[n]
		if !p.knows(workload) || t.missing[p.Name] {
			continue
		}
		l, err := p.measure(ctx, workload, threads)
		switch {
		case err != nil:
			fmt.Fprintln(t.log, err)
			t.missing[p.Name] = true
		case l != nil:
			found = append(found, *l)
		}
	}
	slices.SortStableFunc(found, func(a, b line) int { return cmp.Compare(a.Median, b.Median) })
	return found
}

// besidePeers measures the peers and then the workload once more, so that a machine that changes its pace does so for all.
func (t *table) besidePeers(ctx context.Context, m measured) error {
	m.peers = t.peerFigures(ctx, m.w.Name, m.threads)
	again, err := m.w.Measure(ctx, true, t.quick, t.budget)
	if err != nil {
		return err
	}
	m.fused = m.fused.And(again)
	if t.json {
		return t.lines(m)
	}
	t.peerRow(m)
	return nil
}

func (t *table) peerRow(m measured) {
	best, others := []string{"-", "", ""}, []string{}
	for n, l := range m.peers {
		ratio := fmt.Sprintf("%.2f", l.Median/m.fused.Median)
		if n == 0 {
			best = []string{l.Peer, seconds(l.Median), ratio}
			continue
		}
		others = append(others, fmt.Sprintf("%s %s (%s)", l.Peer, seconds(l.Median), ratio))
	}
	t.print(m.w.Name, fmt.Sprint(m.threads), seconds(m.fused.Median), percent(share(m.w, m.fused)), best[0], best[1], best[2], strings.Join(others, ", "))
}
