import { fileStandIn } from './_file.ts'

/** Columns after https://ourairports.com/help/data-dictionary.html, with the later `icao_code`. */
const LINES = [
  '"id","ident","type","name","latitude_deg","longitude_deg","elevation_ft","continent","iso_country","iso_region","municipality","scheduled_service","icao_code","iata_code","gps_code","local_code","home_link","wikipedia_link","keywords"',
  '3622,"KJFK","large_airport","John F. Kennedy International Airport",40.639447,-73.779317,13,"NA","US","US-NY","New York","yes","KJFK","JFK","KJFK","JFK","https://www.jfkairport.com/",,"Manhattan, New York City, NYC, Idlewild"',
  '2434,"EGLL","large_airport","London Heathrow Airport",51.4706,-0.461941,83,"EU","GB","GB-ENG","London","yes","EGLL","LHR","EGLL",,,,"LON, Londres"',
  '5910,"SBGR","large_airport","Guarulhos - Governador André Franco Montoro International Airport",-23.431944,-46.467778,2461,"SA","BR","BR-SP","São Paulo","yes","SBGR","GRU","SBGR","SP0002",,,',
  '37122,"SDPA","heliport","Helipad ""Torre"" São Paulo",-23.55,-46.63,,"SA","BR","BR-SP","São Paulo","no",,,"SDPA",,,,',
  '6523,"00A","heliport","Total RF Heliport",40.070985,-74.933689,11,"NA","US","US-PA","Bensalem","no",,,"K00A","00A",,,',
]

export default fileStandIn('UPSTREAM_OUR_AIRPORTS_URL', [
  { path: '/airports.csv', body: `${LINES.join('\n')}\n` },
])
