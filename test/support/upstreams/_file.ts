import { standIn, type Answering, type StandIn } from './define.ts'

export interface ServedFile {
  readonly path: string
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** A provider of files, all of one day, that answers 304 to whoever has them. */
export const fileStandIn = (
  at: string | readonly string[],
  files: readonly ServedFile[],
): StandIn => standIn({ at, answer: answering(files) })

const answering =
  (files: readonly ServedFile[]): Answering =>
  ({ path, headers }) => {
    const file = files.find((one) => one.path === path)
    if (!file) return undefined
    const known = { etag: '"one"', 'last-modified': 'Mon, 01 Jun 2026 06:00:00 GMT' }
    if (headers['if-none-match'] === known.etag)
      return new Response(null, { status: 304, headers: known })
    return new Response(file.body, { headers: known })
  }
