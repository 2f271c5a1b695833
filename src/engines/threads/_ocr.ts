import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { lazily } from '../../base/lib/lazily.ts'
import type { Worker } from 'tesseract.js'

/** A picture to read, as a file of its own. */
export interface OcrReading {
  readonly picture: Uint8Array
}

export interface ReadLine {
  readonly text: string
  /** 0 to 100. */
  readonly confidence: number
  readonly box: {
    readonly x0: number
    readonly y0: number
    readonly x1: number
    readonly y1: number
  }
}

export interface ReadText {
  readonly text: string
  readonly confidence: number
  readonly lines: readonly ReadLine[]
}

export async function work({ picture }: OcrReading): Promise<ReadText> {
  const engine = await reader()
  const { data } = await engine.recognize(Buffer.from(picture), {}, { text: true, blocks: true })
  const lines = (data.blocks ?? [])
    .flatMap(({ paragraphs }) => paragraphs)
    .flatMap((paragraph) => paragraph.lines)
    .map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
      text: text.trim(),
      confidence,
      box: { x0, y0, x1, y1 },
    }))
  return { text: data.text, confidence: data.confidence, lines }
}

/** Made by the first reading of a thread, for all that follow; nothing comes from a network. */
const reader = lazily(startReader)

async function startReader(): Promise<Worker> {
  const { createWorker, OEM } = await import('tesseract.js')
  const data = createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')
  return createWorker('eng', OEM.LSTM_ONLY, {
    langPath: join(dirname(data), '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
    // Without a handler, the library throws an uncaught error.
    errorHandler: () => {},
  })
}
