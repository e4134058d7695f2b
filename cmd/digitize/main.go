// Digitize reads photographs and scans of handwritten chess scoresheets and
// writes the games that were played.
//
// This package parses, wires and prints; how a sheet is read is the library's
// business (package digitize at the module's root).
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/planilla/digitize/ocr/tesseract"
)

func main() { os.Exit(mainCode()) }

// mainCode runs the program and returns its exit code.
func mainCode() int {
	if len(os.Args) == 2 && os.Args[1] == tesseract.WorkerCommand {
		return workerCode()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends even what cannot be asked to stop
	ui := newUI(os.Args[1:], os.Getenv, os.Stdin, os.Stdout, os.Stderr)
	return run(ctx, ui, os.Args[1:])
}

// workerCode serves as an OCR worker of another process of this program.
func workerCode() int {
	if err := tesseract.RunWorker(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitInternal
	}
	return exitOK
}
