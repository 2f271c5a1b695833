import { ParseSpeeds, PDFDocument, PDFInvalidObject, PDFName, PDFStream } from '@cantoo/pdf-lib'
import { badInput, Fault } from '../../base/core/fault.ts'
import { broken, locked, type Handed } from './reader.ts'

/** A file to be answered. */
export interface Written {
  readonly base64: string
  readonly bytes: number
}

const BYTES_MAX = 40 * 1024 * 1024

/**
 * Opens a PDF to take from or to change, for use in a thread. Whatever the library throws, here or
 * in `use`, is the fault of the file. One that is encrypted, but opens without a password, is
 * opened, unless that is `refused`.
 */
export async function withPdf<Result>(
  { bytes, host }: Handed,
  use: (pdf: PDFDocument) => Promise<Result> | Result,
  refused?: () => Fault,
): Promise<Result> {
  try {
    const pdf = await PDFDocument.load(bytes, {
      ...(refused ? {} : { ignoreEncryption: true, password: '' }),
      parseSpeed: ParseSpeeds.Fastest,
      updateMetadata: false,
    })
    if (Buffer.from(bytes).includes('/Encrypt')) forgetTables(pdf)
    if (pdf.getPageCount() === 0) throw broken(host)
    return await use(pdf)
  } catch (thrown) {
    if (thrown instanceof Fault) throw thrown
    throw isLocked(thrown) ? (refused ?? locked)() : broken(host)
  }
}

/** The library keeps the tables of an encrypted file as objects, which mislead whoever reads on. */
function forgetTables({ context }: PDFDocument): void {
  for (const [ref, object] of context.enumerateIndirectObjects())
    if (isTable(object)) context.delete(ref)
}

const isTable = (object: unknown): boolean =>
  object instanceof PDFInvalidObject ||
  (object instanceof PDFStream &&
    /^\/(ObjStm|XRef)$/.test(String(object.dict.get(PDFName.of('Type')))))

const isLocked = (thrown: unknown): boolean =>
  thrown instanceof Error && /password|encrypt/i.test(`${thrown.name} ${thrown.message}`)

export async function writePdf(pdf: PDFDocument): Promise<Written> {
  const bytes = await pdf.save({
    addDefaultPage: false,
    objectsPerTick: Infinity,
    updateFieldAppearances: false,
  })
  if (bytes.length > BYTES_MAX)
    throw badInput(`url: the new PDF would have more than ${BYTES_MAX} bytes.`)
  return { base64: Buffer.from(bytes).toString('base64'), bytes: bytes.length }
}
