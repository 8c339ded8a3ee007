/**
 * The equivalent query in DuckDB: counts and approximate quantiles of a JTL per label and second.
 * Runs in its own process: `duckdb.mjs MODULE FILE ROUNDS` prints the seconds of each round.
 */
const [module = "", file = "", rounds = ""] = process.argv.slice(2);

/**
 * @typedef {{ runAndReadAll(query: string): Promise<{ getRows(): unknown }> }} Connection
 * @typedef {{ create(path: string): Promise<{ connect(): Promise<Connection> }> }} Instances
 */

/** @type {{ DuckDBInstance: Instances }} */
const { DuckDBInstance } = await import(module);
const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();
const query = `select label, (timeStamp + elapsed) // 1000 as second, count(*) as requests,
    count(*) filter (not success) as errors, sum(elapsed) as sum, min(elapsed) as min, max(elapsed) as max,
    sum(bytes) as bytes, approx_quantile(elapsed, [0.5, 0.9, 0.95, 0.99, 0.999]) as quantiles
  from read_csv('${file.replaceAll("'", "''")}') group by label, second`;
for (let round = 0; round < Number(rounds); round++) {
  const began = performance.now();
  await (await connection.runAndReadAll(query)).getRows();
  console.log((performance.now() - began) / 1_000);
}
