import { basename } from 'node:path'
import type { ReadText } from '../../core/setting.ts'
import { HOUSE_ADDRESS, HOUSE_CONTEXT, HOUSE_KEY, HOUSE_MODEL } from '../local/settings.ts'
import { bearer, type OpenProvider, type Provider } from './provider.ts'

/** A CPU needs time to read a long question. */
const FIRST_CONTENT_MS = 150_000

/** The model file that this instance runs itself. */
export const house: Provider = {
  name: 'house',
  title: 'The model of this instance',
  settings: [HOUSE_MODEL, HOUSE_CONTEXT],
  open(read) {
    const file = read(HOUSE_MODEL.name)
    return file === undefined ? null : houseProvider(read, file)
  },
}

/** Asks the process of the house for one of its files; null where no process runs. */
export function houseProvider(read: ReadText, file: string): OpenProvider | null {
  const base = read(HOUSE_ADDRESS)
  const key = read(HOUSE_KEY)
  if (base === undefined || key === undefined) return null
  const name = basename(file, '.gguf')
  return {
    name: 'house',
    title: 'The model of this instance',
    base,
    headers: bearer(key),
    secret: key,
    wires: ['chat'],
    quirks: {},
    modelId: () => name,
    isOwn: true,
    firstContentMs: FIRST_CONTENT_MS,
  }
}
