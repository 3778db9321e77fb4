// Shows the contract with every operation ready to be tried against this very service.
SwaggerUIBundle({
  url: "/openapi.yaml",
  dom_id: "#contract",
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  validatorUrl: null,
});
