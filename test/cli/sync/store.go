// A Neo store as its own program has it: one JSON file a thread, written beside its place and renamed.
//
//	go run store.go append DIR ID ROLE TEXT | get DIR ID | list DIR
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
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

func run(args []string) error {
	switch {
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
