/** A page of each kind that always answers. */
export const PAGE_PATHS = [
  '/',
  '/tools',
  '/tools/hash',
  '/credits',
  '/reports',
  '/monitors',
  '/connect',
  '/models',
  '/sellers',
  '/status',
  '/docs',
] as const
