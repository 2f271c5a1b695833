/**
 * `@peculiar/x509` asks tsyringe for its algorithms, and tsyringe refuses to load without the
 * metadata half of Reflect, of which it only ever asks for what is not there.
 */
export async function loadX509() {
  if (!('getMetadata' in Reflect)) {
    Object.assign(Reflect, { getMetadata: nothing, getOwnMetadata: nothing })
  }
  return import('@peculiar/x509')
}

const nothing = (): undefined => undefined
