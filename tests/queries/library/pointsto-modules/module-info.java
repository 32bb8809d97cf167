module example {
    exports api;
    exports internal to friend;
    provides api.Api.Service with provider.Provider;
}
