import { getResolvedPDFJS } from 'unpdf'
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { badInput, Fault } from '../../base/core/fault.ts'
import { packageFile } from '../../base/lib/package-file.ts'

/** What a thread is handed: a file, and the host that is to be named if it is broken. */
export interface Handed {
  readonly bytes: Uint8Array
  readonly host: string
}

const ERRORS_ONLY = 0

/**
 * Reads a PDF, for use in a thread. Scripts and forms inside are not run, nothing is fetched, and
 * whatever the library throws is the fault of the file.
 */
export async function readPdf<Result>(
  { bytes, host }: Handed,
  read: (pdf: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  const { getDocument } = await getResolvedPDFJS()
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: ERRORS_ONLY,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    BinaryDataFactory: createTables,
  })
  try {
    const pdf = await task.promise
    if (pdf.numPages < 1) throw broken(host)
    return await read(pdf)
  } catch (thrown) {
    throw thrown instanceof Fault ? thrown : faultOf(thrown, host)
  } finally {
    await task.destroy()
  }
}

/** The library asks for an object that it makes itself, of which it calls `fetch`. */
function createTables() {
  return { fetch: tableOf }
}

interface Table {
  readonly kind: string
  readonly filename: string
}

/** How the predefined encodings of Chinese, Japanese and Korean fonts name their letters. */
async function tableOf({ kind, filename }: Table): Promise<Uint8Array> {
  const name = /^([\w-]{1,60})(?:\.bcmap)?$/.exec(filename)?.[1]
  if (kind !== 'cMapUrl' || name === undefined) throw new Error(`no table ${filename}`)
  return new Uint8Array(await packageFile(`pdfjs-dist/cmaps/${name}.bcmap`))
}

function faultOf(thrown: unknown, host: string): Fault {
  const name = thrown instanceof Error ? thrown.name : ''
  return name === 'PasswordException' ? locked() : broken(host)
}

export const locked = (): Fault =>
  badInput('url: the PDF is encrypted and needs a password, which cannot be given.')

export const broken = (host: string): Fault =>
  new Fault('upstream_failed', `The PDF that ${host} sends is broken or cut short.`)

/** What a PDF says of itself, by names such as `Title`. */
export async function propertiesOf(
  pdf: PDFDocumentProxy,
): Promise<Readonly<Record<string, unknown>>> {
  const { info }: { info: object } = await pdf.getMetadata()
  return { ...info }
}
