/** Sources end in `.ts`; those that were built for the package end in `.js`. */
const ENDING = /\.(ts|js)$/

/** Whether a file of a scanned folder is a unit: not a helper and not a type declaration. */
export const isUnitFile = (name: string): boolean => /^[a-z0-9][a-z0-9-]*\.(ts|js)$/.test(name)

/** The name of a unit, taken from its file name. */
export const unitNameOf = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(ENDING, '')

/** How an operator runs a command of the service: from the package, or from a clone. */
export const commandOf = (name: string): string =>
  import.meta.url.endsWith('.js') ? `npx farebox ${name}` : `npm run -s ${name} --`
