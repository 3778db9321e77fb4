// Shows the contract with every operation ready to be tried against this very service.
function toThisService(request) {
  const asked = new URL(request.url, window.location.href);
  request.url = window.location.origin + asked.pathname + asked.search;
  return request;
}

SwaggerUIBundle({
  url: "/openapi.yaml",
  dom_id: "#contract",
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  requestInterceptor: toThisService,
  validatorUrl: null,
});
