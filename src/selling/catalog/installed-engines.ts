import { findPackageJSON } from 'node:module'
import { ENGINES, type EngineName } from '../../base/core/optional-engines.ts'

/** Whether all its packages are installed here, as Node would find them. */
export const isInstalled = (name: EngineName): boolean =>
  ENGINES[name].packages.every(isPackageHere)

function isPackageHere(name: string): boolean {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined
  } catch {
    return false
  }
}
