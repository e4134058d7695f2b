package scan

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

const (
	pdfDPI        = 300     // of a page that is not one scanned picture
	pdfMinDPI     = 36      // of a scanned page: less is a wrong note in the file
	pdfMaxDPI     = 1200    // likewise for more
	pdfScanShare  = 0.5     // a picture over this share of a page makes it a scanned page
	pdfObjects    = 200     // objects of a page looked at in search of the scanned picture
	wasmPageCount = 1 << 14 // 64-KiB pages of memory that PDFium may use: 1 GiB
	pdfStartLimit = time.Minute
)

// pdfPages are the pages of a PDF. PDFium runs as WebAssembly inside this
// process: it is given the file's bytes, and sees neither disk nor network.
// It is started by the first PDF of a run; other files pay nothing for it.
type pdfPages struct {
	runtime  wazeroCloser
	instance pdfium.Pdfium
	document references.FPDF_DOCUMENT
	count    int
	dpi      map[int]int // page -> resolution to render at
}

// wazeroCloser ends the WebAssembly runtime and its cache.
type wazeroCloser struct {
	pool  pdfium.Pool
	cache wazero.CompilationCache
}

func openPDF(ctx context.Context, data []byte) (pages, error) {
	p := &pdfPages{dpi: map[int]int{}}
	if err := p.start(); err != nil {
		return nil, errors.Join(newError(Unsupported, err, "PDF files cannot be read on this machine"), p.close())
	}
	if err := ctx.Err(); err != nil {
		return nil, errors.Join(err, p.close())
	}
	if err := p.load(data); err != nil {
		_ = p.close()
		return nil, err
	}
	return p, nil
}

// start compiles PDFium, or takes it from the user's cache folder, where it
// stays compiled.
func (p *pdfPages) start() error {
	// PDFium's longjmp is made of WebAssembly exceptions.
	features := api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling
	config := wazero.NewRuntimeConfig().WithCoreFeatures(features).WithMemoryLimitPages(wasmPageCount)
	if dir, err := os.UserCacheDir(); err == nil {
		if cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(dir, "digitize", "wasm")); err == nil {
			p.runtime.cache = cache
			config = config.WithCompilationCache(cache)
		}
	}
	pool, err := webassembly.Init(webassembly.Config{
		MinIdle: 0, MaxIdle: 1, MaxTotal: 1,
		RuntimeConfig: config, FSConfig: wazero.NewFSConfig(),
		Stdout: io.Discard, Stderr: io.Discard,
	})
	if err != nil {
		return fmt.Errorf("starting PDFium: %w", err)
	}
	p.runtime.pool = pool
	if p.instance, err = pool.GetInstance(pdfStartLimit); err != nil {
		return fmt.Errorf("starting PDFium: %w", err)
	}
	return nil
}

func (p *pdfPages) load(data []byte) error {
	doc, err := p.instance.OpenDocument(&requests.OpenDocument{File: &data})
	switch {
	case errors.Is(err, pdferrors.ErrPassword), errors.Is(err, pdferrors.ErrSecurity):
		return newError(Protected, err, "the PDF is protected by a password")
	case err != nil:
		return newError(Damaged, err, "the PDF is damaged, or has no pages")
	}
	p.document = doc.Document
	n, err := p.instance.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: p.document})
	if err != nil {
		return newError(Damaged, err, "the PDF is damaged")
	}
	p.count = n.PageCount
	return nil
}

func (p *pdfPages) len() int { return p.count }

func (p *pdfPages) close() error {
	var errs []error
	if p.instance != nil {
		errs = append(errs, p.instance.Close())
	}
	if p.runtime.pool != nil {
		errs = append(errs, p.runtime.pool.Close())
	}
	if p.runtime.cache != nil {
		errs = append(errs, p.runtime.cache.Close(context.Background()))
	}
	return errors.Join(errs...)
}

func (p *pdfPages) page(i int) requests.Page {
	return requests.Page{ByIndex: &requests.PageByIndex{Document: p.document, Index: i}}
}

func (p *pdfPages) size(_ context.Context, i int) (int, int, error) {
	size, err := p.instance.GetPageSizeInPixels(&requests.GetPageSizeInPixels{Page: p.page(i), DPI: p.resolution(i)})
	if err != nil {
		return 0, 0, fmt.Errorf("measuring a page: %w", err)
	}
	return size.Width, size.Height, nil
}

func (p *pdfPages) decode(_ context.Context, i int) (image.Image, float64, error) {
	dpi := p.resolution(i)
	rendered, err := p.instance.RenderPageInDPI(&requests.RenderPageInDPI{Page: p.page(i), DPI: dpi})
	if err != nil {
		return nil, 0, fmt.Errorf("drawing a page: %w", err)
	}
	defer rendered.Cleanup()
	// The picture lies in PDFium's memory, which Cleanup frees.
	src := rendered.Result.RenderedImage
	img := image.NewRGBA(image.Rectangle{Max: src.Bounds().Size()})
	draw.Draw(img, img.Rect, src, src.Bounds().Min, draw.Src)
	return img, float64(dpi), nil
}

// resolution is the dots per inch to draw page i at: those of the scan when the
// page is one, else pdfDPI.
func (p *pdfPages) resolution(i int) int {
	if dpi, ok := p.dpi[i]; ok {
		return dpi
	}
	dpi, ok := p.scanDPI(i)
	if !ok || dpi < pdfMinDPI || dpi > pdfMaxDPI {
		dpi = pdfDPI
	}
	p.dpi[i] = dpi
	return dpi
}

// scanDPI is the resolution of the picture that covers most of page i.
func (p *pdfPages) scanDPI(i int) (dpi int, ok bool) {
	size, err := p.instance.GetPageSize(&requests.GetPageSize{Page: p.page(i)})
	if err != nil {
		return 0, false
	}
	count, err := p.instance.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: p.page(i)})
	if err != nil {
		return 0, false
	}
	for k := range min(count.Count, pdfObjects) {
		share, found, err := p.pictureDPI(i, k, size.Width*size.Height)
		if err == nil && share >= pdfScanShare {
			return found, true
		}
	}
	return 0, false
}

// pictureDPI is the share of the page's area that object k covers, if it is a
// picture, and its resolution.
func (p *pdfPages) pictureDPI(i, k int, area float64) (share float64, dpi int, err error) {
	object, err := p.instance.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: p.page(i), Index: k})
	if err != nil {
		return 0, 0, err
	}
	kind, err := p.instance.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: object.PageObject})
	if err != nil || kind.Type != enums.FPDF_PAGEOBJ_IMAGE {
		return 0, 0, err
	}
	box, err := p.instance.FPDFPageObj_GetBounds(&requests.FPDFPageObj_GetBounds{PageObject: object.PageObject})
	if err != nil {
		return 0, 0, err
	}
	meta, err := p.instance.FPDFImageObj_GetImageMetadata(&requests.FPDFImageObj_GetImageMetadata{ImageObject: object.PageObject, Page: p.page(i)})
	if err != nil {
		return 0, 0, err
	}
	covered := float64(box.Right-box.Left) * float64(box.Top-box.Bottom)
	return covered / area, int(math.Round(float64(meta.ImageMetadata.HorizontalDPI))), nil
}
