import { fileURLToPath } from 'node:url'
import { escapedMarkup } from '../../base/lib/escaped-markup.ts'
import { shortened } from '../../engines/language/shortened.ts'

/** The texts of a preview picture, which other sites show beside a link. */
export interface PictureText {
  /** The name of the site. */
  readonly site: string
  readonly title: string
  readonly text: string
  /** The price on the ticket; null for no ticket. */
  readonly fare: string | null
}

export const PICTURE_SIZE = { width: 1200, height: 630 } as const

const MARGIN = 80
const WIDE = PICTURE_SIZE.width - 2 * MARGIN
const TITLE_LETTERS = 46
const TEXT_LETTERS = 130
const TICKET = { top: 478, height: 88, padding: 34, notch: 12 }
const COLOURS = { sign: '#1438a6', text: '#cfdcff', fare: '#ffd23f', onFare: '#261c00' }
const COLOURS_MAX = 64
const LINES = { spacing: 6, wrap: 'word-char' } as const

/** A blue sign with the title, and the price as a ticket. The library draws in its own threads. */
export async function pictureOf({ site, title, text, fare }: PictureText): Promise<Buffer> {
  const [bold, plain] = [fontFile('DejaVuSans-Bold'), fontFile('DejaVuSans')]
  const head = { font: 'DejaVu Sans Bold 62', file: bold, colour: '#ffffff' }
  const body = { font: 'DejaVu Sans 32', file: plain, colour: COLOURS.text }
  const name = { font: 'DejaVu Sans Bold 34', file: bold, colour: '#ffffff' }
  const price = { font: 'DejaVu Sans Bold 42', file: bold, colour: COLOURS.onFare }
  const [nameDrawn, titleDrawn, textDrawn, fareDrawn] = await Promise.all([
    lettered(site, name),
    lettered(shortened(title, TITLE_LETTERS), head),
    lettered(shortened(text, TEXT_LETTERS), body),
    fare === null ? null : lettered(fare, price),
  ])
  const titleTop = 178
  const textTop = titleTop + titleDrawn.height + 34
  const ticketWidth = fareDrawn ? fareDrawn.width + 2 * TICKET.padding : null
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(ground(ticketWidth)))
    .composite([
      { ...nameDrawn.layer, left: MARGIN + 76, top: 76 + Math.round((52 - nameDrawn.height) / 2) },
      { ...titleDrawn.layer, left: MARGIN, top: titleTop },
      { ...textDrawn.layer, left: MARGIN, top: textTop },
      ...(fareDrawn
        ? [
            {
              ...fareDrawn.layer,
              left: MARGIN + TICKET.padding,
              top: TICKET.top + Math.round((TICKET.height - fareDrawn.height) / 2),
            },
          ]
        : []),
    ])
    .png({ palette: true, colours: COLOURS_MAX, effort: 4 })
    .toBuffer()
}

interface Hand {
  readonly font: string
  readonly file: string
  readonly colour: string
}

async function lettered(text: string, { font, file, colour }: Hand) {
  const { default: sharp } = await import('sharp')
  const said = escapedMarkup(text.replaceAll(/\p{C}/gu, '').trim() || '·')
  const markup = `<span foreground="${colour}">${said}</span>`
  const { data, info } = await sharp({
    text: { text: markup, font, fontfile: file, width: WIDE, rgba: true, dpi: 72, ...LINES },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { layer: { input: data }, width: info.width, height: info.height }
}

/** Fonts of this repository, so that the picture is the same on every machine. */
const fontFile = (name: string): string =>
  fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))

function ground(ticketWidth: number | null): string {
  const { width, height } = PICTURE_SIZE
  const mark = `<g transform="translate(${MARGIN} 76) scale(1.625)"><rect width="32" height="32" rx="7" fill="#fff" fill-opacity=".14"/><path d="M9 5h14v4a2.500 2.500 0 0 0 0 5v4H9v-4a2.500 2.500 0 0 0 0-5z" fill="${COLOURS.fare}"/><path d="M6 17.500h20" stroke="#fff" stroke-width="3" stroke-linecap="round"/></g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${COLOURS.sign}"/>${mark}${ticketWidth === null ? '' : ticket(ticketWidth)}</svg>`
}

/** A rectangle with a notch at each side, like the price tickets on the pages. */
function ticket(width: number): string {
  const { top, height, notch } = TICKET
  const middle = top + height / 2
  const bites = [MARGIN, MARGIN + width].map(
    (x) => `<circle cx="${x}" cy="${middle}" r="${notch}" fill="${COLOURS.sign}"/>`,
  )
  const size = `width="${width}" height="${height}"`
  const paper = `<rect x="${MARGIN}" y="${top}" ${size} fill="${COLOURS.fare}"/>`
  return paper + bites.join('')
}
