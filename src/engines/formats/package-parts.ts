import { unzipSync } from 'fflate'
import { badInput } from '../../base/core/fault.ts'
import { MB } from '../../base/lib/fields.ts'

/** Office documents and e-books are ZIP archives of parts; bombs are refused before unpacking. */

const ENTRIES_MAX = 2_000
const UNPACKED_BYTES_MAX = 64 * MB

export type PackageParts = ReadonlyMap<string, Uint8Array>

const refuse = (what: string) => badInput(`file: ${what}`)

/** The parts whose names are `wanted`. */
export function partsOf(
  file: Uint8Array,
  wanted: (name: string) => boolean = () => true,
): PackageParts {
  if (file[0] !== 0x50 || file[1] !== 0x4b) throw refuse('is no office document of this kind')
  let entries = 0
  let bytes = 0
  try {
    // The library unpacks no more of a part than its size as declared.
    const parts = unzipSync(file, {
      filter({ name, originalSize }) {
        entries += 1
        bytes += originalSize
        if (entries > ENTRIES_MAX) throw refuse(`must hold at most ${ENTRIES_MAX} entries`)
        if (bytes > UNPACKED_BYTES_MAX)
          throw refuse(`unpacks to more than ${UNPACKED_BYTES_MAX / MB} MB`)
        return wanted(name)
      },
    })
    return new Map(Object.entries(parts))
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'Fault') throw thrown
    throw refuse('is damaged or cut short')
  }
}
