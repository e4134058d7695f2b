package message

// Key names a sentence of the catalogue.
type Key int

// The sentences. Long ones are help texts.
const (
	RootShort Key = iota
	RootLong
	HelpUsage
	HelpExamples
	HelpCommands
	HelpFlags
	HelpGlobalFlags
	HelpTopics
	HelpShort
	FlagHelp
	FlagVerbose
	FlagUILang

	ReadShort
	ReadLong
	FlagFormat
	FlagReadOutput
	FlagLang
	FlagKeepWork
	FlagModel
	FlagJobs
	FlagBeam
	BadFormat
	BadLanguage
	BadCount
	OutputIsFolder
	OutputIsSpecial
	OutputIsInput
	SameCellsFolder

	GridShort
	GridLong
	FlagGridOutput
	FlagPage
	GridBadOutput
	NoSuchPage

	CellsShort
	CellsLong
	FlagCellsOutput

	EvalShort
	EvalLong
	FlagData
	FlagSets
	FlagPages
	FlagOut
	FlagLattices
	FlagEvalFormat
	FlagEvalJobs
	FlagSplits
	FlagCeiling
	BadCeiling
	BadTableFormat
	NoData
	BadSet

	NotationShort
	NotationLong
	FlagFrom
	FlagTo
	FlagPosition
	FlagCheck
	FlagManual
	BadSystem
	BadPosition
	ScoreGame
	ScoreMove
	ScoreWhite
	ScoreBlack
	ScoreInvalid
	ScoreIllegal
	ScoreAmbiguous
	ScoreUndecided
	ScoreSyntax
	ScoreDeviations
	ScoreDeviation

	DeviationMissingCapture
	DeviationCaptureSign
	DeviationMissingCheck
	DeviationMissingMate
	DeviationWrongCheck
	DeviationNeedlessOrigin
	DeviationOtherOrigin
	DeviationMissingOrigin
	DeviationMissingRank
	DeviationLongForm
	DeviationMissingLongForm
	DeviationCastlingForm
	DeviationPromotionForm
	DeviationMissingPassing
	DeviationOtherPassing
	DeviationWrongPassing
	DeviationPawnNamed
	DeviationAnnotation
	DeviationDrawOffer
	DeviationOtherForm

	WhyCannotReach
	WhyNoSuchPiece
	WhyOwnPiece
	WhyNothingToTake
	WhyLeavesCheck
	WhyNoCastlingRight
	WhyCastlingBlocked
	WhyCastlingInCheck
	WhyNotLastRank
	WhyGameOver
	WhyNotEnPassant

	VersionShort
	ExitShort
	ExitLong
	ExitOK
	ExitUsage
	ExitInput
	ExitNoSheet
	ExitReview
	ExitDependency
	ExitInternal
	ExitInterrupted

	BadFlag
	BadArguments
	BadUILanguage
	BadOutputFolder
	NoFiles
	NoOutput
	TryHelp
	Internal
	Interrupted
	Failed
	Warning
	MissingDependency
	NoSheet
	PageOf
	Review
	ReviewStopped
	ReviewEmpty
	ReviewPages

	FileMissing
	FileDirectory
	FileSpecial
	FileForbidden
	FileUnreadable
	FileEmpty
	FileNotImage
	FileTruncated
	FileDamaged
	FileUnsupported
	FileProtected
	FileTooSmall
	FileTooManyPixels
	FileTooManyBytes
	FileTooManyPages

	NoteDoubtful
	NoteRestored
	NoteUnread
	NoteOr
	NoteStopped
	NoteReviewHead
	NoteNoMoves

	numKeys
)

var catalogue = [numKeys]text{
	RootShort: {
		"Read handwritten chess scoresheets",
		"Lee planillas de ajedrez manuscritas",
	},
	RootLong: {
		`Digitize reads photographs and scans of handwritten chess scoresheets and
writes the game that was played: as PGN, as a record in JSON, or as a score.
What it is not sure of it marks; where the evidence ends, it stops and says so.`,
		`Digitize lee fotos y escaneos de planillas de ajedrez manuscritas y escribe la
partida jugada: en PGN, como registro JSON o como texto. Lo dudoso queda
marcado; donde se acaba la evidencia, se detiene y lo dice.`,
	},
	HelpUsage:       {"Usage:", "Uso:"},
	HelpExamples:    {"Examples:", "Ejemplos:"},
	HelpCommands:    {"Commands:", "Órdenes:"},
	HelpFlags:       {"Flags:", "Opciones:"},
	HelpGlobalFlags: {"Global flags:", "Opciones generales:"},
	HelpTopics:      {"More help:", "Más ayuda:"},
	HelpShort:       {"Help about a command", "Ayuda sobre una orden"},
	FlagHelp:        {"show this help", "muestra esta ayuda"},
	FlagVerbose:     {"log what happens to stderr; twice for more", "cuenta en stderr lo que pasa; dos veces, más"},
	FlagUILang:      {"language of messages: en or es (default: that of the locale)", "idioma de los mensajes: en o es (por omisión, el del sistema)"},

	ReadShort: {"Read scoresheets and write their games", "Lee planillas y escribe sus partidas"},
	ReadLong: {
		`Read each FILE (JPEG, PNG, TIFF, PDF, WebP, BMP) as one game, its pages in order,
and write the games to stdout or to the file named by -o, which appears only
when all went well enough to have something to write.

Exit code 4 says that a game was read and a person should look at it: the
doubtful moves carry a comment. See "digitize help exit-codes".`,
		`Lee cada FILE (JPEG, PNG, TIFF, PDF, WebP, BMP) como una partida, con sus páginas
en orden, y escribe las partidas en stdout o en el archivo de -o, que solo
aparece cuando hay algo que escribir.

El código de salida 4 dice que la partida se leyó y alguien debe revisarla: las
jugadas dudosas llevan un comentario. Vea "digitize help exit-codes".`,
	},
	FlagFormat:     {"pgn, json, san (English score) or san-es (Spanish score)", "pgn, json, san (texto en inglés) o san-es (texto en español)"},
	FlagReadOutput: {"write to this file instead of stdout", "escribe en este archivo en vez de stdout"},
	FlagLang:       {"language of the piece letters: auto, %s", "idioma de las letras de las piezas: auto, %s"},
	FlagKeepWork:   {"keep every step's result below this folder", "guarda el resultado de cada paso en esta carpeta"},
	FlagModel:      {"recogniser model (.traineddata) to use instead of the built-in one", "modelo del reconocedor (.traineddata) en lugar del incluido"},
	FlagJobs:       {"cells read at the same time", "casillas leídas a la vez"},
	FlagBeam:       {"hypotheses the search keeps; 0 means the usual number", "hipótesis que conserva la búsqueda; 0, las habituales"},
	BadFormat:      {"unknown format %q: pgn, json, san or san-es", "formato desconocido %q: pgn, json, san o san-es"},
	BadLanguage:    {"unknown language of piece letters %q: auto, %s", "idioma de piezas desconocido %q: auto, %s"},

	BadCount:        {"--jobs and --beam cannot be negative", "--jobs y --beam no pueden ser negativos"},
	OutputIsFolder:  {"%s: cannot be written: it is a folder", "%s: no se puede escribir: es una carpeta"},
	OutputIsSpecial: {"%s: cannot be written: it is a link, a pipe or a device, not a plain file", "%s: no se puede escribir: es un enlace, una tubería o un dispositivo, no un archivo normal"},
	SameCellsFolder: {"%s and %s: the cells of both would go to one folder; rename one or cut them into different folders", "%s y %s: las casillas de ambos irían a una carpeta; cambie un nombre o recórtelos en carpetas distintas"},
	OutputIsInput:   {"%s: cannot be written: it is one of the files to read; name another one with -o", "%s: no se puede escribir: es uno de los archivos que hay que leer; dé otro con -o"},

	GridShort: {"Show the form found on a page", "Muestra el formulario hallado en una página"},
	GridLong: {
		`Find the form on one page of FILE and draw what was found over the picture:
every cell's outline with its move number. For eyes.`,
		`Busca el formulario en una página de FILE y dibuja lo hallado sobre la imagen:
el contorno de cada casilla con su número de jugada. Para mirar.`,
	},
	FlagGridOutput: {"picture to write (.png or .jpg)", "imagen que se escribe (.png o .jpg)"},
	FlagPage:       {"page of the file, from 1", "página del archivo, desde 1"},
	GridBadOutput:  {"%s: the overlay is written as .png or .jpg", "%s: el dibujo se escribe como .png o .jpg"},
	NoSuchPage:     {"%s: there is no page %d (pages: %d)", "%s: no hay página %d (páginas: %d)"},

	CellsShort: {"Cut the cells as the recogniser sees them", "Recorta las casillas como las ve el reconocedor"},
	CellsLong: {
		`Cut every cell of every FILE and write it below DIR as the recogniser gets it,
48 pixels high, with a table cells.tsv: file, page, move, side, outline in the
page (x0,y0,…,x3,y3), picture, share of ink. Training reads them.`,
		`Recorta cada casilla de cada FILE y la escribe en DIR como la recibe el
reconocedor, de 48 píxeles de alto, con una tabla cells.tsv: archivo, página,
jugada, bando, contorno en la página (x0,y0,…,x3,y3), imagen, parte de tinta.
El entrenamiento las lee.`,
	},
	FlagCellsOutput: {"folder to write to", "carpeta de destino"},

	EvalShort: {"Measure on labelled sheets", "Mide con planillas etiquetadas"},
	EvalLong: {
		`Read the labelled sheets below the data folder and print, for each set, how much
was found, cut, read and corrected right, beside the ceiling: the same corrector
fed the labels themselves. With --out, tables of every page and cell and a
picture of the worst cells are written too.

Sets: hcs-train, hcs-dev, hcs-test, epfl, epfl-dev, sheets. Tune on the
training and dev sets; hcs-test is for reporting.`,
		`Lee las planillas etiquetadas de la carpeta de datos e imprime, para cada grupo,
cuánto se halló, recortó, leyó y corrigió bien, junto al techo: el mismo
corrector alimentado con las etiquetas. Con --out escribe además tablas de cada
página y casilla y una imagen de las peores casillas.

Grupos: hcs-train, hcs-dev, hcs-test, epfl, epfl-dev, sheets. Se ajusta con los
de entrenamiento y dev; hcs-test es para informar.`,
	},
	FlagData:       {"folder with hcs/, epfl/ and sheets/", "carpeta con hcs/, epfl/ y sheets/"},
	FlagSets:       {"sets to measure, separated by commas", "grupos que se miden, separados por comas"},
	FlagPages:      {"at most this many pages of each set, spread evenly; 0 means all", "a lo más tantas páginas de cada grupo, bien repartidas; 0, todas"},
	FlagOut:        {"write tables and the picture of the worst cells to this folder", "escribe en esta carpeta las tablas y la imagen de las peores casillas"},
	FlagLattices:   {"keep the cells' readings in this folder and use those already there", "guarda en esta carpeta las lecturas de las casillas y usa las que ya haya"},
	FlagEvalFormat: {"table or tsv", "table o tsv"},
	FlagEvalJobs:   {"pages measured at the same time", "páginas medidas a la vez"},
	FlagSplits:     {"file that names the pages no model is trained on", "archivo con las páginas con que no se entrena"},
	FlagCeiling:    {"measure the ceiling: with the rest, without, or only", "medir el techo: with (con lo demás), without (no), only (solo el techo)"},
	BadCeiling:     {"unknown --ceiling %q: with, without or only", "--ceiling desconocido %q: with, without o only"},
	BadTableFormat: {"unknown format %q: table or tsv", "formato desconocido %q: table o tsv"},
	NoData:         {"%s: there is no such folder of labelled sheets", "%s: no existe esa carpeta de planillas etiquetadas"},
	BadSet:         {"unknown set %q (sets: %s)", "grupo desconocido %q (grupos: %s)"},

	NotationShort: {"Convert a score from one notation to another, or check it", "Pasa una partida de una notación a otra, o la comprueba"},
	NotationLong: {
		`Read the games in FILE (or stdin), a score or PGN, and write them in another
notation. A file with tags is written as PGN, a bare score as a score.

--from and --to take: %s.
"long" is the long form of the language read, auto finds the notation; where
several would make different games, it says so and does not guess.

With --check nothing is converted: each departure from the exact notation is
printed, and where the record becomes illegal. Exit code 4 says that there are
departures, 2 that a move cannot be read or played.`,
		`Lee las partidas de FILE (o de stdin), en texto o PGN, y las escribe en otra
notación. Un archivo con etiquetas se escribe como PGN; un texto, como texto.

--from y --to admiten: %s.
"long" es la forma larga del idioma leído; auto averigua la notación; si varias
darían partidas distintas, lo dice y no adivina.

Con --check no se convierte nada: se muestra cada desviación de la notación
exacta y dónde la partida deja de ser legal. El código de salida 4 dice que hay
desviaciones; el 2, que una jugada no se puede leer o jugar.`,
	},
	FlagFrom:        {"notation of the input", "notación de la entrada"},
	FlagTo:          {"notation to write", "notación que se escribe"},
	FlagPosition:    {"position from which games without a FEN tag begin, as FEN", "posición inicial de las partidas sin etiqueta FEN, en FEN"},
	FlagCheck:       {"print departures from the exact notation instead of converting", "muestra las desviaciones de la notación exacta en vez de convertir"},
	FlagManual:      {"the form of Spanish manuals: b8=D, ++ for mate", "la forma de los manuales: b8=D, ++ para el mate"},
	BadSystem:       {"unknown notation %q; see \"digitize help notation\"", "notación desconocida %q; véase \"digitize help notation\""},
	BadPosition:     {"--position: %v", "--position: la posición no es válida: %v"},
	ScoreGame:       {"%s, game %d", "%s, partida %d"},
	ScoreMove:       {"move %d, %s", "jugada %d, %s"},
	ScoreWhite:      {"White", "blancas"},
	ScoreBlack:      {"Black", "negras"},
	ScoreInvalid:    {"%s: %s: %q is no move in this notation", "%s: %s: %q no es una jugada en esta notación"},
	ScoreIllegal:    {"%s: %s: %q cannot be played: %s", "%s: %s: %q no se puede jugar: %s"},
	ScoreAmbiguous:  {"%s: %s: %q leaves open which move it is: %s", "%s: %s: %q no dice cuál jugada es: %s"},
	ScoreUndecided:  {"%s: %q is one move in %s and another in %s: choose with --from", "%s: %q es una jugada en %s y otra en %s: elija con --from"},
	ScoreSyntax:     {"%s: line %d: %v", "%s: línea %d: no es una partida: %v"},
	ScoreDeviations: {"%s: departures from the exact notation: %d", "%s: desviaciones de la notación exacta: %d"},
	ScoreDeviation:  {"%s: %s: %s: %s (exactly: %s)", "%s: %s: %s: %s (lo exacto: %s)"},

	DeviationMissingCapture:  {"the capture is not marked with x", "la captura no lleva x"},
	DeviationCaptureSign:     {"the capture is marked otherwise than by x", "la captura se marca de otro modo que con x"},
	DeviationMissingCheck:    {"the check is not marked with +", "el jaque no lleva +"},
	DeviationMissingMate:     {"the mate is not marked", "el mate no está señalado"},
	DeviationWrongCheck:      {"check or mate is marked where there is none", "se señala un jaque o mate que no hay"},
	DeviationNeedlessOrigin:  {"the origin is given without need", "la casilla de salida se indica sin necesidad"},
	DeviationOtherOrigin:     {"the origin is given otherwise than by the Laws", "la casilla de salida se indica de otro modo que en las Leyes"},
	DeviationMissingOrigin:   {"the file of the pawn that takes is missing", "falta la columna del peón que captura"},
	DeviationMissingRank:     {"the rank of the capture is missing", "falta la fila de la captura"},
	DeviationLongForm:        {"both squares are given where one is the rule", "se indican las dos casillas donde basta una"},
	DeviationMissingLongForm: {"the square of origin is missing", "falta la casilla de salida"},
	DeviationCastlingForm:    {"castling is not written as the rule is", "el enroque no se escribe como manda la regla"},
	DeviationPromotionForm:   {"the promotion is not written as the rule is", "la coronación no se escribe como manda la regla"},
	DeviationMissingPassing:  {"the capture en passant is not marked", "la captura al paso no está señalada"},
	DeviationOtherPassing:    {"en passant is abbreviated otherwise", "«al paso» se abrevia de otro modo"},
	DeviationWrongPassing:    {"en passant is marked where there is none", "se señala una captura al paso que no hay"},
	DeviationPawnNamed:       {"the pawn has a letter", "el peón lleva letra"},
	DeviationAnnotation:      {"a scoresheet holds no annotations", "en una planilla no se comenta la jugada"},
	DeviationDrawOffer:       {"the offer of a draw is not written (=)", "la oferta de tablas no se escribe (=)"},
	DeviationOtherForm:       {"it is written otherwise", "se escribe de otro modo"},

	WhyCannotReach:     {"no piece of that kind can go there", "ninguna pieza de ese tipo puede ir ahí"},
	WhyNoSuchPiece:     {"there is no such piece to move", "no hay tal pieza que mover"},
	WhyOwnPiece:        {"a piece of the same side stands there", "ahí está una pieza del mismo bando"},
	WhyNothingToTake:   {"there is nothing to take", "no hay nada que capturar"},
	WhyLeavesCheck:     {"the king would be in check", "el rey quedaría en jaque"},
	WhyNoCastlingRight: {"the right to castle is lost", "se ha perdido el derecho a enrocar"},
	WhyCastlingBlocked: {"a piece stands between king and rook", "hay una pieza entre el rey y la torre"},
	WhyCastlingInCheck: {"the king may not castle out of, through or into check", "el rey no puede enrocar estando en jaque ni pasar o quedar en él"},
	WhyNotLastRank:     {"a pawn is promoted on the last rank only", "un peón solo corona en la última fila"},
	WhyGameOver:        {"the game is over: mate or stalemate", "la partida ha terminado: mate o ahogado"},
	WhyNotEnPassant:    {"no capture en passant is possible", "no hay captura al paso posible"},

	VersionShort: {"Print the version of the program and of its model", "Imprime la versión del programa y de su modelo"},

	ExitShort: {"What the exit codes mean", "Qué significan los códigos de salida"},
	ExitLong: {
		"Exit codes. Of several files, the gravest failure gives the code.",
		"Códigos de salida. De varios archivos, el fallo más grave da el código.",
	},
	ExitOK:          {"all went well", "todo bien"},
	ExitUsage:       {"the command line cannot be meant", "la línea de órdenes es incorrecta"},
	ExitInput:       {"an input file cannot be read", "un archivo de entrada no se puede leer"},
	ExitNoSheet:     {"no scoresheet was found on a page", "no se halló una planilla en una página"},
	ExitReview:      {"the game was read, but a person should review it", "la partida se leyó, pero alguien debe revisarla"},
	ExitDependency:  {"something that must be installed is missing", "falta algo que hay que instalar"},
	ExitInternal:    {"the program failed: please report it", "falló el programa: avísenos, por favor"},
	ExitInterrupted: {"interrupted", "interrumpido"},

	BadFlag:           {"%v", "opción incorrecta: %v"},
	BadArguments:      {"%v", "argumentos incorrectos: %v"},
	BadUILanguage:     {"unknown language %q: en or es", "idioma desconocido %q: en o es"},
	BadOutputFolder:   {"%s: cannot be written: there is no folder %s", "%s: no se puede escribir: no existe la carpeta %s"},
	NoFiles:           {"which file? Name a photo or scan of a scoresheet", "¿qué archivo? Indique una foto o un escaneo de una planilla"},
	NoOutput:          {"where to? Name the output with -o", "¿dónde se escribe? Indíquelo con -o"},
	TryHelp:           {`Try "digitize help".`, `Pruebe "digitize help".`},
	Internal:          {"internal error: %s (please report it)", "error interno: %s (avísenos, por favor)"},
	Interrupted:       {"interrupted", "interrumpido"},
	Failed:            {"%v", "error: %v"},
	Warning:           {"note: %s", "aviso: %s"},
	MissingDependency: {"something is missing on this machine: %v", "falta algo en este equipo: %v"},
	NoSheet:           {"%s: no scoresheet found (%s)", "%s: no se halló ninguna planilla (%s)"},
	PageOf:            {"%s, page %d", "%s, página %d"},
	Review:            {"%s: read; moves to check: %d", "%s: leída; jugadas por comprobar: %d"},
	ReviewStopped:     {"%s: read, but the game stops before the writing does; moves to check: %d", "%s: leída, pero la partida se detiene antes que lo escrito; jugadas por comprobar: %d"},
	ReviewPages:       {"%s: read, but %d of its pages gave nothing; moves to check: %d", "%s: leída, pero %d de sus páginas no dieron nada; jugadas por comprobar: %d"},
	ReviewEmpty:       {"%s: a scoresheet, but no move on it could be read", "%s: es una planilla, pero no se pudo leer ninguna jugada"},

	FileMissing:       {"there is no such file", "no existe ese archivo"},
	FileDirectory:     {"it is a folder, not a file", "es una carpeta, no un archivo"},
	FileSpecial:       {"it is a pipe or a device, not a file", "es una tubería o un dispositivo, no un archivo"},
	FileForbidden:     {"there is no permission to read it", "no hay permiso para leerlo"},
	FileUnreadable:    {"the file cannot be read", "el archivo no se puede leer"},
	FileEmpty:         {"the file is empty: it has no pages", "el archivo está vacío: no tiene páginas"},
	FileNotImage:      {"it is not an image", "no es una imagen"},
	FileTruncated:     {"the image is cut short: the file ends too early", "la imagen está incompleta: el archivo termina antes de tiempo"},
	FileDamaged:       {"the image is damaged", "la imagen está dañada"},
	FileUnsupported:   {"this kind of file cannot be read: save it as JPEG or PNG", "este tipo de archivo no se puede leer: guárdelo como JPEG o PNG"},
	FileProtected:     {"the file is protected by a password", "el archivo está protegido con contraseña"},
	FileTooSmall:      {"the image is too small to hold a scoresheet", "la imagen es demasiado pequeña para una planilla"},
	FileTooManyPixels: {"the image has too many pixels", "la imagen tiene demasiados píxeles"},
	FileTooManyBytes:  {"the file is too big", "el archivo es demasiado grande"},
	FileTooManyPages:  {"the file has too many pages", "el archivo tiene demasiadas páginas"},

	NoteDoubtful:   {"doubtful, %s", "dudosa, %s"},
	NoteRestored:   {"not written on the sheet, restored", "no figura en la planilla, restituida"},
	NoteUnread:     {"illegible, by legality alone", "ilegible, solo por legalidad"},
	NoteOr:         {"or", "o"},
	NoteStopped:    {"The reading stops here: what follows on the sheet gives no legal continuation", "La lectura se detiene aquí: lo que sigue en la planilla no da una continuación legal"},
	NoteReviewHead: {"To review:", "Para revisar:"},
	NoteNoMoves:    {"No move could be read.", "No se pudo leer ninguna jugada."},
}
