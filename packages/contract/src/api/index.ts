export { openApiDocument, splitName, type OpenApiDocument, type Operation } from "./document.ts";
export { type Field, fieldsOf, nameOf, typeOf } from "./fields.ts";
export type { JsonSchema } from "./json-schema.ts";
export { problemsOf } from "./problems.ts";
export { METHODS, type Answer, type Method, type RateClass, rateClassOf, type Route } from "./route.ts";
export { ROUTE_GROUPS, routeNamed, ROUTES, type RouteName } from "./routes/index.ts";
