export { sampleSource, steadySamples, type Sample } from "./sample-source.ts";
export { createTenant, type Tenant } from "./tenant.ts";
export { createTestServices, type TestServices } from "./test-services.ts";
