import { standIn } from './define.ts'

/** After https://postcodes.io/docs/postcode/lookup; `codes` and most areas are left out. */
const RESULT = {
  postcode: 'SW1A 2AA',
  quality: 1,
  eastings: 530047,
  northings: 179951,
  country: 'England',
  nhs_ha: 'London',
  longitude: -0.127695,
  latitude: 51.50354,
  region: 'London',
  incode: '2AA',
  outcode: 'SW1A',
  parliamentary_constituency: 'Cities of London and Westminster',
  admin_district: 'Westminster',
  parish: 'Westminster, unparished area',
  admin_county: null,
  codes: { admin_district: 'E09000033' },
}

/** Some postcodes, such as those of Jersey, have no position and no district. */
const JERSEY = {
  ...RESULT,
  postcode: 'JE2 3QA',
  country: 'Channel Islands',
  longitude: null,
  latitude: null,
  region: null,
  admin_district: null,
  parish: null,
}

export default standIn({
  at: 'UPSTREAM_POSTCODES_IO_URL',
  answer({ path }) {
    const asked = path.replace('/postcodes/', '').replaceAll(' ', '').toUpperCase()
    const result = [RESULT, JERSEY].find(({ postcode }) => postcode.replace(' ', '') === asked)
    if (result) return { status: 200, result }
    return Response.json({ status: 404, error: 'Postcode not found' }, { status: 404 })
  },
})
