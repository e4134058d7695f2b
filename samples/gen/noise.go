package main

import "math"

// noise is smooth value noise in the plane: the same at the same place, between
// -1 and 1, with features about one unit wide.
type noise uint64

func (n noise) at(x, y float64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	tx, ty := smooth(x-fx), smooth(y-fy)
	ix, iy := int64(fx), int64(fy)
	top := mix(n.corner(ix, iy), n.corner(ix+1, iy), tx)
	bottom := mix(n.corner(ix, iy+1), n.corner(ix+1, iy+1), tx)
	return mix(top, bottom, ty)
}

// octaves adds finer and fainter noise to coarse noise, as wood and cloth have it.
func (n noise) octaves(x, y float64, count int) float64 {
	sum, weight, total := 0.0, 1.0, 0.0
	for i := range count {
		sum += weight * (n+noise(i)*7919).at(x, y)
		total += weight
		x, y, weight = 2*x, 2*y, weight/2
	}
	return sum / total
}

// corner is the noise at a whole-numbered point: a hash (the finalizer of SplitMix64).
func (n noise) corner(x, y int64) float64 {
	h := uint64(n)*0x9e3779b97f4a7c15 + uint64(x)*0xbf58476d1ce4e5b9 + uint64(y)*0x94d049bb133111eb
	h ^= h >> 30
	h *= 0xbf58476d1ce4e5b9
	h ^= h >> 27
	h *= 0x94d049bb133111eb
	h ^= h >> 31
	return float64(h>>11)/(1<<52) - 1
}

func smooth(t float64) float64 { return t * t * (3 - 2*t) }

func mix(a, b, t float64) float64 { return a + (b-a)*t }
