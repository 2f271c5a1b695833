import { Fault } from '../../../../base/core/fault.ts'
import { MB } from '../../../../base/lib/fields.ts'
import type { Web } from '../../../../outside/net/web.ts'
import { refusalOf } from '../_page.ts'

export const PDF_BYTES_MAX = 20 * MB
/** PDF readers look for the PDF mark in this many bytes at the start of the file. */
const MARK_BYTES = 1_024

export interface PdfFile {
  /** Address of the file, after redirects. */
  readonly url: string
  readonly host: string
  readonly bytes: Uint8Array
}

/** A file of the web that begins like a PDF. */
export async function fetchPdf(
  web: Web,
  address: string,
  bytesMax = PDF_BYTES_MAX,
): Promise<PdfFile> {
  const headers = { accept: 'application/pdf,*/*;q=0.5' }
  const answer = await web.stream(address, { bytesMax, headers })
  const { host } = new URL(answer.url)
  const refusal = refusalOf(answer) ?? tooLarge(host, answer.headers, bytesMax)
  const parts: Uint8Array[] = []
  for await (const part of answer.chunks) {
    // Stopping means closing the connection; an unread answer would keep it open.
    if (refusal) break
    parts.push(part)
  }
  if (refusal) throw refusal
  const bytes = Buffer.concat(parts)
  if (!bytes.subarray(0, MARK_BYTES).includes('%PDF-')) throw noPdf(host, answer.headers)
  return { url: answer.url, host, bytes }
}

function tooLarge(host: string, headers: Headers, bytesMax: number): Fault | null {
  const announced = Number(headers.get('content-length'))
  return announced > bytesMax
    ? new Fault(
        'upstream_failed',
        `${host} sends ${announced} bytes, but at most ${bytesMax} are read.`,
      )
    : null
}

function noPdf(host: string, headers: Headers): Fault {
  const type = headers.get('content-type') ?? 'a file without a type'
  return new Fault('upstream_failed', `${host} sends ${type.slice(0, 100)} that is not a PDF.`)
}
