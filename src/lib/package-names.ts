/** Its names of ecosystems, by ours. */
export const OSV_ECOSYSTEMS = {
  npm: 'npm',
  pypi: 'PyPI',
  crates: 'crates.io',
  go: 'Go',
  maven: 'Maven',
  nuget: 'NuGet',
  rubygems: 'RubyGems',
  packagist: 'Packagist',
  pub: 'Pub',
  hex: 'Hex',
} as const

export type OsvEcosystem = keyof typeof OSV_ECOSYSTEMS

/** PEP 503: names that differ only so are the same project. */
export const normalizedPypiName = (name: string): string =>
  name.toLowerCase().replaceAll(/[-_.]+/g, '-')
