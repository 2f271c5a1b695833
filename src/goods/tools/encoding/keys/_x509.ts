/**
 * `@peculiar/x509` gets its algorithms from tsyringe, which refuses to load without the metadata
 * functions of Reflect, though it only asks them for metadata that does not exist.
 */
export async function loadX509() {
  if (!('getMetadata' in Reflect)) {
    Object.assign(Reflect, { getMetadata: nothing, getOwnMetadata: nothing })
  }
  return import('@peculiar/x509')
}

const nothing = (): undefined => undefined
