package provider;

public class Provider implements api.Api.Service {
    @Override
    public void serve(Object o) {
        api.Api.show(this); // $ pt=Provider
    }
}
