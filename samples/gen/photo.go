package main

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
)

// The photo: what a phone makes of a sheet on a table, scaled down.
const (
	photoWidth  = 1380
	photoHeight = 1800
	fill        = 0.93 // share of the picture's height that the sheet takes
)

// shot is one photograph: the table, how the phone was held, the light.
type shot struct {
	table      table
	turn       float64 // of the sheet in the picture, in degrees
	pitch, yaw float64 // how far the phone was tilted: share by which the far edge is shorter
	lamp       float64 // where the light comes from, in degrees, 0 = right, 90 = bottom
	fall       float64 // how much darker the far side is, 0 to 1
	shadow     float64 // how dark the phone's own shadow is, 0 to 1
	warmth     float64 // redder above 0, bluer below
	curl       float64 // how far the paper bulges, in pixels of the sheet
	grain      float64 // noise of the sensor, share of full white
}

// table gives the colour of the table top at a pixel of the photo.
type table func(n noise, x, y float64) rgb

func oak(n noise, x, y float64) rgb {
	bend := 40 * n.at(x/600, y/300)
	rings := 0.5 + 0.5*math.Sin((y+bend)/9+3*n.octaves(x/260, y/24, 3))
	fibre := n.octaves(x/70, y/2.5, 2)
	light := 0.80 + 0.16*rings + 0.10*fibre
	return rgb{0.52 * light, 0.36 * light, 0.22 * light}
}

func cloth(n noise, x, y float64) rgb {
	light := 0.9 + 0.10*n.at(x/1.5, y/1.5) + 0.12*n.octaves(x/6, y/6, 2) + 0.10*n.at(x/300, y/300)
	return rgb{0.13 * light, 0.31 * light, 0.23 * light}
}

func desk(n noise, x, y float64) rgb {
	light := 1 + 0.06*n.octaves(x/3, y/3, 2) + 0.05*n.octaves(x/200, y/90, 3)
	return rgb{0.40 * light, 0.41 * light, 0.43 * light}
}

// take photographs a sheet.
func (c shot) take(s *sheet, rng *rand.Rand) image.Image {
	eye := c.aim(s, rng)
	grainOfTable, waves := noise(rng.Uint64()), noise(rng.Uint64())
	frame := newFrame(photoWidth, photoHeight)
	const sub = 3 // each pixel gathers sub x sub rays
	for y := range photoHeight {
		for x := range photoWidth {
			var sum rgb
			for k := range sub * sub {
				fx := float64(x) + (float64(k%sub)+0.5)/sub
				fy := float64(y) + (float64(k/sub)+0.5)/sub
				ray := c.see(s, eye, grainOfTable, fx, fy)
				for i := range sum {
					sum[i] += ray[i] / (sub * sub)
				}
			}
			frame.set(x, y, c.light(sum, waves, float64(x), float64(y)))
		}
	}
	frame.blur(0.8)
	frame.sharpen(0.35)
	return frame.develop(c.grain, rng)
}

// see follows one ray from the photo to the sheet or the table beside it.
func (c shot) see(s *sheet, eye homography, n noise, x, y float64) rgb {
	u, v := eye.apply(x, y)
	fw, fh := float64(s.w), float64(s.h)
	v += c.curl * math.Sin(math.Pi*u/fw)
	u += 0.5 * c.curl * math.Sin(2*math.Pi*v/fh+1)
	if u >= 0 && v >= 0 && u < fw-1 && v < fh-1 {
		return s.at(u, v)
	}
	// Beside the sheet the table is darker, more so where the lamp is behind it.
	lamp := c.lamp * math.Pi / 180
	u, v = u+14*math.Cos(lamp), v+14*math.Sin(lamp)
	gap := math.Hypot(max(0, -u, u-fw), max(0, -v, v-fh))
	dark := 1 - 0.55*math.Exp(-gap/22)
	colour := c.table(n, x, y)
	for i := range colour {
		colour[i] *= dark
	}
	return colour
}

// light is what the lamp, the phone's shadow and the lens make of a colour.
func (c shot) light(p rgb, waves noise, x, y float64) rgb {
	u, v := x/photoWidth-0.5, y/photoHeight-0.5
	lamp := c.lamp * math.Pi / 180
	toward := u*math.Cos(lamp) + v*math.Sin(lamp)
	level := 0.98 - c.fall*(0.5-toward)/1.2
	edge := u*0.8 + v*0.5 + 0.10*waves.at(2*u, 2*v+9) - 0.12
	level *= 1 - c.shadow/(1+math.Exp(-edge/0.05))
	level *= 1 - 0.22*(u*u+v*v)
	tint := rgb{1 + c.warmth, 1, 1 - c.warmth}
	for i := range p {
		p[i] *= level * tint[i]
	}
	return p
}

// aim finds the map from the photo to the sheet for the way the phone was held.
func (c shot) aim(s *sheet, rng *rand.Rand) homography {
	h := fill * photoHeight
	w := h * float64(s.w) / float64(s.h)
	turn := c.turn * math.Pi / 180
	cx := photoWidth/2 + 12*rng.NormFloat64()
	cy := photoHeight/2 + 8*rng.NormFloat64()
	var to [4][2]float64
	for i, corner := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		near := 1 + c.pitch*corner[1]/2 + c.yaw*corner[0]/2
		x, y := corner[0]*w/2*near, corner[1]*h/2*(1+c.yaw*corner[0]/2)
		to[i] = [2]float64{cx + x*math.Cos(turn) - y*math.Sin(turn), cy + x*math.Sin(turn) + y*math.Cos(turn)}
	}
	fw, fh := float64(s.w), float64(s.h)
	return fit(to, [4][2]float64{{0, 0}, {fw, 0}, {fw, fh}, {0, fh}})
}

// at is the sheet's colour between pixels.
func (s *sheet) at(u, v float64) rgb {
	x, y := int(u), int(v)
	tx, ty := u-float64(x), v-float64(y)
	i := 3 * (y*s.w + x)
	j := i + 3*s.w
	var out rgb
	for c := range out {
		top := mix(float64(s.pix[i+c]), float64(s.pix[i+3+c]), tx)
		bottom := mix(float64(s.pix[j+c]), float64(s.pix[j+3+c]), tx)
		out[c] = mix(top, bottom, ty)
	}
	return out
}

// homography is a map between planes seen in perspective, row by row.
type homography [9]float64

func (m homography) apply(x, y float64) (u, v float64) {
	w := m[6]*x + m[7]*y + m[8]
	return (m[0]*x + m[1]*y + m[2]) / w, (m[3]*x + m[4]*y + m[5]) / w
}

// fit finds the homography that takes four points to four others.
func fit(from, to [4][2]float64) homography {
	var a [8][9]float64
	for i := range from {
		x, y, u, v := from[i][0], from[i][1], to[i][0], to[i][1]
		a[2*i] = [9]float64{x, y, 1, 0, 0, 0, -u * x, -u * y, u}
		a[2*i+1] = [9]float64{0, 0, 0, x, y, 1, -v * x, -v * y, v}
	}
	for i := range a {
		pivot := i
		for r := i + 1; r < len(a); r++ {
			if math.Abs(a[r][i]) > math.Abs(a[pivot][i]) {
				pivot = r
			}
		}
		a[i], a[pivot] = a[pivot], a[i]
		for r := range a {
			if r == i {
				continue
			}
			f := a[r][i] / a[i][i]
			for k := i; k < 9; k++ {
				a[r][k] -= f * a[i][k]
			}
		}
	}
	m := homography{8: 1}
	for i := range a {
		m[i] = a[i][8] / a[i][i]
	}
	return m
}

// frame is a photo before it is developed: light, 0 to 1, three values a pixel.
type frame struct {
	w, h int
	pix  []float64
}

func newFrame(w, h int) *frame { return &frame{w, h, make([]float64, 3*w*h)} }

func (f *frame) set(x, y int, c rgb) { copy(f.pix[3*(y*f.w+x):], c[:]) }

// blur softens by a Gaussian of the given width in pixels.
func (f *frame) blur(sigma float64) {
	radius := int(math.Ceil(3 * sigma))
	kernel := make([]float64, 2*radius+1)
	sum := 0.0
	for i := range kernel {
		d := float64(i - radius)
		kernel[i] = math.Exp(-d * d / (2 * sigma * sigma))
		sum += kernel[i]
	}
	for i := range kernel {
		kernel[i] /= sum
	}
	f.smear(kernel, f.w, f.h, 3, 3*f.w)
	f.smear(kernel, f.h, f.w, 3*f.w, 3)
}

// smear convolves along one direction: lines of n pixels, a step apart.
func (f *frame) smear(kernel []float64, n, lines, step, next int) {
	radius := len(kernel) / 2
	row := make([]float64, n)
	for l := range lines {
		for c := range 3 {
			base := l*next + c
			for i := range row {
				row[i] = f.pix[base+i*step]
			}
			for i := range row {
				sum := 0.0
				for k, weight := range kernel {
					sum += weight * row[max(0, min(n-1, i+k-radius))]
				}
				f.pix[base+i*step] = sum
			}
		}
	}
}

// sharpen overdoes edges a little, as phones do.
func (f *frame) sharpen(amount float64) {
	soft := &frame{f.w, f.h, append([]float64(nil), f.pix...)}
	soft.blur(1.5)
	for i := range f.pix {
		f.pix[i] += amount * (f.pix[i] - soft.pix[i])
	}
}

// develop adds the sensor's noise and makes a picture.
func (f *frame) develop(grain float64, rng *rand.Rand) image.Image {
	out := image.NewRGBA(image.Rect(0, 0, f.w, f.h))
	for y := range f.h {
		for x := range f.w {
			luma := grain * rng.NormFloat64()
			var c [3]uint8
			for i := range c {
				v := f.pix[3*(y*f.w+x)+i] + luma + grain/3*rng.NormFloat64()
				c[i] = uint8(255 * max(0, min(1, v)))
			}
			out.SetRGBA(x, y, color.RGBA{c[0], c[1], c[2], 255})
		}
	}
	return out
}
