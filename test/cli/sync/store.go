// A Neo store as its own programs have it. The first: one JSON file a thread, written beside its place and renamed. The
// second: a line a turn, appended; older turns in an archive, and what else is known of the thread in a sidecar.
//
//	go run store.go append DIR ID ROLE TEXT | get DIR ID | list DIR | append-line DIR ID ROLE TEXT | history DIR ID | burst DIR ID COUNT
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"time"
)

type Turn struct {
	Role     string    `json:"role"`
	Text     string    `json:"text"`
	IntentID string    `json:"intent_id,omitempty"`
	TS       time.Time `json:"ts"`
}

type Record struct {
	ConversationID string    `json:"conversation_id"`
	Title          string    `json:"title,omitempty"`
	Turns          []Turn    `json:"turns"`
	Updated        time.Time `json:"updated"`
}

type Meta struct {
	Project      string `json:"project,omitempty"`
	Title        string `json:"title,omitempty"`
	Archived     bool   `json:"archived,omitempty"`
	ForkedFrom   string `json:"forked_from,omitempty"`
	ForkedAtTurn int    `json:"forked_at_turn,omitempty"`
}

type History struct {
	Turns []Turn `json:"turns"`
	Meta  Meta   `json:"meta"`
}

type summary struct {
	ConversationID string    `json:"conversation_id"`
	TurnCount      int       `json:"turn_count"`
	Updated        time.Time `json:"updated"`
}

// A file that is missing or broken has no turns.
func load(dir, id string) Record {
	record := Record{ConversationID: id}
	bytes, err := os.ReadFile(filepath.Join(dir, id+".json"))
	if err != nil || json.Unmarshal(bytes, &record) != nil {
		return Record{ConversationID: id}
	}
	return record
}

func save(dir, id string, record Record) error {
	bytes, err := json.Marshal(record)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, id+".json")
	if err := os.WriteFile(path+".tmp", bytes, 0o644); err != nil {
		return err
	}
	return os.Rename(path+".tmp", path)
}

func appendTurn(dir, id, role, text string) error {
	record := load(dir, id)
	record.Turns = append(record.Turns, Turn{Role: role, Text: text, TS: time.Now().UTC()})
	record.Updated = time.Now().UTC()
	return save(dir, id, record)
}

func list(dir string) []summary {
	found := []summary{}
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		id, isThread := strings.CutSuffix(entry.Name(), ".json")
		if !isThread {
			continue
		}
		if record := load(dir, id); len(record.Turns) > 0 {
			found = append(found, summary{id, len(record.Turns), record.Updated})
		}
	}
	sort.Slice(found, func(i, j int) bool { return found[i].Updated.After(found[j].Updated) })
	return found
}

func appendLine(dir, id, role, text string) error {
	bytes, err := json.Marshal(Turn{Role: role, Text: text, TS: time.Now().UTC()})
	if err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(dir, id+".jsonl"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.Write(append(bytes, '\n'))
	return err
}

// Many turns one right after the other, each appended by itself.
func burst(dir, id, count string) error {
	total, err := strconv.Atoi(count)
	for n := 0; n < total && err == nil; n++ {
		err = appendLine(dir, id, "assistant", fmt.Sprintf("theirs %d", n))
		time.Sleep(time.Millisecond)
	}
	return err
}

// Knows each member that is written, and no other.
func strictly(bytes []byte, value any) error {
	decoder := json.NewDecoder(strings.NewReader(string(bytes)))
	decoder.DisallowUnknownFields()
	return decoder.Decode(value)
}

// The archive's turns first, then those of the hot file.
func history(dir, id string) (History, error) {
	found := History{Turns: []Turn{}}
	for _, name := range []string{id + ".archive.jsonl", id + ".jsonl"} {
		bytes, err := os.ReadFile(filepath.Join(dir, name))
		if os.IsNotExist(err) {
			continue
		} else if err != nil {
			return found, err
		}
		for _, line := range strings.SplitAfter(string(bytes), "\n") {
			if line == "" {
				continue
			}
			var turn Turn
			if err := strictly([]byte(line), &turn); err != nil {
				return found, fmt.Errorf("%s: %w", name, err)
			}
			found.Turns = append(found.Turns, turn)
		}
	}
	bytes, err := os.ReadFile(filepath.Join(dir, id+".meta.json"))
	if os.IsNotExist(err) {
		return found, nil
	} else if err != nil {
		return found, err
	}
	return found, strictly(bytes, &found.Meta)
}

func run(args []string) error {
	switch {
	case len(args) == 5 && args[0] == "append-line":
		return appendLine(args[1], args[2], args[3], args[4])
	case len(args) == 4 && args[0] == "burst":
		return burst(args[1], args[2], args[3])
	case len(args) == 3 && args[0] == "history":
		found, err := history(args[1], args[2])
		if err != nil {
			return err
		}
		return json.NewEncoder(os.Stdout).Encode(found)
	case len(args) >= 5 && args[0] == "append":
		for _, id := range strings.Split(args[2], ",") {
			if err := appendTurn(args[1], id, args[3], args[4]); err != nil {
				return err
			}
		}
		return nil
	case len(args) == 3 && args[0] == "get":
		return json.NewEncoder(os.Stdout).Encode(load(args[1], args[2]))
	case len(args) == 2 && args[0] == "list":
		return json.NewEncoder(os.Stdout).Encode(list(args[1]))
	}
	return fmt.Errorf("not understood: %v", args)
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
