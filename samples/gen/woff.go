package main

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const (
	woffHeader = 44
	woffEntry  = 20
	sfntHeader = 12
	sfntEntry  = 16
)

// unpackWOFF returns the OpenType font inside a WOFF 1.0 file. The fonts stay
// in the repository as their makers packed them.
func unpackWOFF(data []byte) ([]byte, error) {
	if len(data) < woffHeader || string(data[:4]) != "wOFF" {
		return nil, errors.New("not a WOFF file")
	}
	tables := int(binary.BigEndian.Uint16(data[12:]))
	if len(data) < woffHeader+tables*woffEntry {
		return nil, errors.New("the table directory is cut off")
	}
	var head, body bytes.Buffer
	head.Write(data[4:8])
	head.Write(binary.BigEndian.AppendUint16(nil, uint16(tables)))
	head.Write(make([]byte, 6)) // search hints, which no one here reads
	start := sfntHeader + sfntEntry*tables
	for i := range tables {
		entry := data[woffHeader+woffEntry*i:]
		table, err := unpackTable(data, entry)
		if err != nil {
			return nil, fmt.Errorf("table %q: %w", entry[:4], err)
		}
		head.Write(entry[:4])
		head.Write(entry[16:20]) // checksum
		head.Write(binary.BigEndian.AppendUint32(nil, uint32(start+body.Len())))
		head.Write(binary.BigEndian.AppendUint32(nil, uint32(len(table))))
		body.Write(table)
		body.Write(make([]byte, -len(table)&3)) // tables start on multiples of four
	}
	return append(head.Bytes(), body.Bytes()...), nil
}

func unpackTable(data, entry []byte) ([]byte, error) {
	offset := uint64(binary.BigEndian.Uint32(entry[4:]))
	packed := uint64(binary.BigEndian.Uint32(entry[8:]))
	length := uint64(binary.BigEndian.Uint32(entry[12:]))
	if offset+packed > uint64(len(data)) {
		return nil, errors.New("it is cut off")
	}
	raw := data[offset : offset+packed]
	if packed == length {
		return raw, nil
	}
	z, err := zlib.NewReader(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	table, err := io.ReadAll(io.LimitReader(z, int64(length)+1))
	if err != nil {
		return nil, err
	}
	if uint64(len(table)) != length {
		return nil, errors.New("it has the wrong length")
	}
	return table, nil
}
