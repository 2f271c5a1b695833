import { isUtf8 } from 'node:buffer'

/** A text file with the headers of its response. */
export interface EncodedText {
  readonly headers: Headers
  readonly bytes: Buffer
}

/**
 * Decodes a file as browsers do: by its byte order mark, its `content-type`, its own `<meta>`.
 * Bytes that are not valid in the declared encoding are decoded by a guess instead.
 */
export async function decodedText({ headers, bytes }: EncodedText): Promise<string> {
  const { decodeBuffer, getEncoding } = await import('encoding-sniffer')
  const said = /charset\s*=\s*["']?([^\s"';]+)/i.exec(headers.get('content-type') ?? '')?.[1]
  const transport = said ? { transportLayerEncodingLabel: said } : {}
  const sniffed: unknown = getEncoding(bytes, { defaultEncoding: UNKNOWN, ...transport })
  // The library looks names up in a plain object, so `constructor` would find an inherited member.
  const encoding = await encodingOf(bytes, typeof sniffed === 'string' ? sniffed : UNKNOWN)
  if (encoding === sniffed) return decodeBuffer(bytes, { defaultEncoding: encoding, ...transport })
  return decodeBuffer(bytes, { userEncoding: encoding })
}

const UNKNOWN = 'x-user-defined'
const SINGLE_BYTE = /^(windows-125\d|iso-8859-\d+|x-user-defined|macintosh|ibm866|koi8)/i
const GUESSED_BYTES_MAX = 64 * 1024

async function encodingOf(bytes: Buffer, declared: string): Promise<string> {
  if (/^utf-8$/i.test(declared))
    return isUtf8(bytes) || isMostlyUtf8(bytes) ? declared : guess(bytes)
  if (!SINGLE_BYTE.test(declared)) return declared
  if (isUtf8(bytes)) return 'utf-8'
  return declared === UNKNOWN ? guess(bytes) : declared
}

/** UTF-8 with a few invalid bytes is still UTF-8. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.subarray(0, GUESSED_BYTES_MAX).toString('utf8')
  const broken = text.match(/\ufffd/g)?.length ?? 0
  const whole = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0
  return broken <= whole
}

async function guess(bytes: Buffer): Promise<string> {
  const { default: chardet } = await import('chardet')
  const found = chardet.detect(bytes.subarray(0, GUESSED_BYTES_MAX))
  return found && !/^(ascii|utf-8|utf-7)$/i.test(found) ? found : 'windows-1252'
}
