package main

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/planilla/digitize/message"
)

// run executes one command line and returns its exit code. A panic is the
// program's fault and says so.
func run(ctx context.Context, u *ui, args []string) (code int) {
	defer func() {
		if v := recover(); v != nil {
			u.log.Error("panic", "value", v, "stack", string(debug.Stack()))
			u.note(message.Internal, fmt.Sprint(v))
			code = exitInternal
		}
	}()
	root := newRootCommand(u)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	u.complain(err)
	return exitCode(err)
}

func newRootCommand(u *ui) *cobra.Command {
	var verbosity int
	var language string
	cmd := &cobra.Command{
		Use:           "digitize",
		Short:         u.say.Say(message.RootShort),
		Long:          u.say.Say(message.RootLong),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          usageArgs(cobra.NoArgs),
		PersistentPreRunE: func(*cobra.Command, []string) error {
			if _, ok := message.Parse(language); language != "" && !ok {
				return usage(message.BadUILanguage, language)
			}
			switch {
			case verbosity > 1:
				u.level.Set(slog.LevelDebug)
			case verbosity == 1:
				u.level.Set(slog.LevelInfo)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.SetIn(u.in)
	cmd.SetOut(u.out)
	cmd.SetErr(u.err)
	cmd.SetUsageTemplate(usageTemplate(u.say))
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return &usageError{key: message.BadFlag, args: []any{err}} })
	cmd.CompletionOptions.HiddenDefaultCmd = true
	flags := cmd.PersistentFlags()
	flags.CountVarP(&verbosity, "verbose", "v", u.say.Say(message.FlagVerbose))
	flags.StringVar(&language, "ui-lang", "", u.say.Say(message.FlagUILang))
	flags.BoolP("help", "h", false, u.say.Say(message.FlagHelp))
	cmd.AddCommand(
		newReadCommand(u),
		newGridCommand(u),
		newCellsCommand(u),
		newEvalCommand(u),
		newNotationCommand(u),
		newVersionCommand(u),
		newExitCodesTopic(u),
	)
	cmd.InitDefaultHelpCmd()
	for _, c := range cmd.Commands() {
		if c.Name() == "help" {
			c.Short = u.say.Say(message.HelpShort)
		}
	}
	return cmd
}

// usageArgs makes a usage error of what cobra finds wrong with the arguments.
func usageArgs(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return &usageError{key: message.BadArguments, args: []any{err}}
		}
		return nil
	}
}

// filesArgs wants one file at least.
func filesArgs(_ *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usage(message.NoFiles)
	}
	return nil
}

// usageTemplate is cobra's own in the reader's language.
func usageTemplate(say message.Printer) string {
	return say.Say(message.HelpUsage) + `{{if .Runnable}}
  {{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} [command]{{end}}{{if .HasExample}}

` + say.Say(message.HelpExamples) + `
{{.Example}}{{end}}{{if .HasAvailableSubCommands}}

` + say.Say(message.HelpCommands) + `{{range .Commands}}{{if (or .IsAvailableCommand (eq .Name "help"))}}
  {{rpad .Name .NamePadding }} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

` + say.Say(message.HelpFlags) + `
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableInheritedFlags}}

` + say.Say(message.HelpGlobalFlags) + `
{{.InheritedFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasHelpSubCommands}}

` + say.Say(message.HelpTopics) + `{{range .Commands}}{{if .IsAdditionalHelpTopicCommand}}
  {{rpad .CommandPath .CommandPathPadding}} {{.Short}}{{end}}{{end}}{{end}}
`
}
