package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/planilla/digitize"
	"github.com/planilla/digitize/message"
)

func newVersionCommand(u *ui) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: u.say.Say(message.VersionShort),
		Args:  usageArgs(cobra.NoArgs),
		RunE: func(*cobra.Command, []string) error {
			model, err := digitize.ModelID("")
			if err != nil {
				return err
			}
			fmt.Fprintf(u.out, "digitize %s\nmodel %s\n%s %s/%s\n",
				buildVersion(), model, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}

// buildVersion is the module's version, or the commit the binary was built from.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	var revision, modified string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			modified = "+changes"
		}
	}
	if revision == "" {
		return info.Main.Version
	}
	return revision[:min(12, len(revision))] + modified
}
